// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/knowledge.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <string_view>
#include <thread>
#include <utility>

#include "command/knowledge_file.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/core/pace.hpp"

namespace leafwise::pipeline::detail {

namespace {

std::atomic<bool>& is_allowed() noexcept {
  static std::atomic<bool> allowed = false;
  return allowed;
}

/// As the owner was called, without what only it does.
std::vector<std::string> words_of(const RunRequest& request) {
  std::vector<std::string> words = {"leafwise", knowledge_command, request.file};
  for (const Setting& setting : request.settings) {
    words.insert(words.end(), {"--set", setting.target + "=" + setting.value});
  }
  words.insert(words.end(), {"--seed", std::to_string(request.options.seed)});
  if (!request.options.use_cache) words.emplace_back("--no-cache");
  return words;
}

/// Of the owner's environment what puts no code of others into a process: that was meant for the
/// owner, if for anybody. Where its libraries are both have to know.
std::vector<char*> environment() {
  constexpr std::string_view of_loader = "LD_";
  constexpr std::string_view libraries = "LD_LIBRARY_PATH=";
  std::vector<char*> kept;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (text.starts_with(of_loader) && !text.starts_with(libraries)) continue;
    kept.push_back(*variable);
  }
  kept.push_back(nullptr);
  return kept;
}

}  // namespace

bool is_worth_knowing(const Problem& problem) {
  const Model& model = problem.model;
  const std::size_t multipliers = model.mechanics ? model.mechanics->constraints.size() : 0;
  return model.unknowns.size() + multipliers <= most_known_unknowns;
}

void allow_knowledge() noexcept {
  is_allowed() = true;
}

Knowledge::Knowledge(const RunRequest& request, std::string sha256) : sha256_(std::move(sha256)) {
  if (!is_allowed()) return;
  results_ = memfd_create("leafwise-knowledge", MFD_CLOEXEC);
  if (results_ < 0) return;
  std::vector<std::string> words = words_of(request);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return;
  // The terminal belongs to the owner.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  }
  posix_spawn_file_actions_adddup2(&actions, results_, knowledge_descriptor);
  std::vector<char*> variables = environment();
  if (posix_spawn(
          &process_, "/proc/self/exe", &actions, nullptr, arguments.data(), variables.data()) !=
      0) {
    process_ = 0;
  }
  posix_spawn_file_actions_destroy(&actions);
}

Knowledge::~Knowledge() {
  kill_now();
  if (results_ >= 0) close(results_);
}

bool Knowledge::has_ended() {
  if (process_ == 0) return true;
  int status = 0;
  if (waitpid(process_, &status, WNOHANG) != process_) return false;
  process_ = 0;
  is_whole_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return true;
}

void Knowledge::kill_now() noexcept {
  if (process_ == 0) return;
  kill(process_, SIGKILL);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = 0;
}

FoundBeside Knowledge::end(std::chrono::duration<double> patience,
                           const algebra::Cancellation& interrupted) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(patience);
  while (!has_ended() && !interrupted.is_cancelled() && Clock::now() < deadline) {
    std::this_thread::sleep_for(pace::glance);
  }
  kill_now();
  FoundBeside found;
  if (results_ < 0) return found;
  const KnowledgeFile file(results_);
  found.jobs = file.jobs();
  if (!is_whole_) return found;
  try {
    found.report = read_decomposition("knowledge", file.report());
    // Of another file than the one that is run, if that was changed since.
    if (found.report->sha256 != sha256_ || !found.report->complete) found.report.reset();
  } catch (const InvalidInput&) {
    found.report.reset();
  }
  return found;
}

}  // namespace leafwise::pipeline::detail
