// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <csignal>
#include <string>
#include <vector>

#include "command/common_options.hpp"
#include "command/knowledge.hpp"
#include "command/knowledge_file.hpp"
#include "command/run_request.hpp"
#include "leafwise/algebra/engine.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/completion_for_run.hpp"
#include "leafwise/pipeline/read_problem.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;

namespace {

/// Of each worker: what needs more is no matter of a few seconds.
constexpr std::size_t most_memory_mib = 512;

/// It ends with its parent, and has the lowest priority.
bool become_a_lamp() {
  constexpr int lowest = 19;
  (void)setpriority(PRIO_PROCESS, 0, lowest);
  // An owner that has died before this line has left a child of process 1 behind.
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() != 1;
}

}  // namespace

ExitCode run_knowledge(const std::vector<std::string>& arguments) {
  if (!become_a_lamp()) return ExitCode::interrupted;
  po::options_description options;
  add_run_options(options);
  add_algebra_options(options);
  const RunRequest request = run_request("run", arguments, options);
  const SourceFile source = SourceFile::read(std::filesystem::path(request.file));
  const Problem problem = read_problem(source, request.settings);
  const KnowledgeFile file(knowledge_descriptor);
  algebra::CompletionOptions wanted = request.options;
  wanted.point = steering_point(problem);
  wanted.progress = [&](const algebra::CompletionProgress&) {
    file.set_jobs(wanted.engine.jobs());
  };
  algebra::Limits limits = request.limits;
  limits.memory_mib = std::min(limits.memory_mib, most_memory_mib);
  const DecompositionReport report =
      complete_for_run(problem, sha256(source.text()), wanted, limits);
  file.set_jobs(wanted.engine.jobs());
  return file.set_report(decomposition_json(report)) ? ExitCode::done : ExitCode::no_output;
}

}  // namespace leafwise::pipeline::detail
