// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/program.hpp"

int main(int argc, char** argv) {
  leafwise::pipeline::prepare_process();
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return static_cast<int>(leafwise::pipeline::run_program(arguments));
}
