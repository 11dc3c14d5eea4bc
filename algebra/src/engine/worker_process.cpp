// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/worker_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include "engine/frame.hpp"
#include "engine/remedy.hpp"
#include "engine/spawn_settings.hpp"
#include "engine/work_clock.hpp"
#include "leafwise/core/check.hpp"
#include "leafwise/core/pace.hpp"

namespace leafwise::algebra::engine {

namespace {

using Clock = Limits::Clock;

/// With what posix_spawn's child ends where it has no other way to say so.
constexpr int cannot_execute = 127;

/// Milliseconds for poll(2), at most a glance.
int milliseconds_of(std::optional<Limits::Time> left) {
  constexpr std::int64_t longest = pace::glance_at_silence.count();
  if (!left) return static_cast<int>(longest);
  // Rounded up: waking before the deadline would only spin.
  return static_cast<int>(std::min<std::int64_t>(left->count() + 1, longest));
}

/// How the kernel sees a process: 'R', 'D', 'S', 'T' …; ' ' if there is none. Linux: /proc.
char state_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string line((std::istreambuf_iterator<char>(file)), {});
  // The name of the program, in parentheses, may hold anything.
  const std::size_t end = line.rfind(')');
  if (end == std::string::npos || end + 2 >= line.size()) return ' ';
  return line[end + 2];
}

/// Whether the kernel would let it work, or fetches something for it.
bool wants_to_work(pid_t process) {
  const char state = state_of(process);
  return state == 'R' || state == 'D';
}

/// By a signal; not by a debugger, which inspects it.
bool is_stopped(pid_t process) {
  return state_of(process) == 'T';
}

/// Charges this thread with the work that a process does while this lives.
class WorkOfWorker {
 public:
  explicit WorkOfWorker(pid_t process)
      : process_(process), before_(work_of_process(process).value_or(WorkClock::Work{0})) {}
  ~WorkOfWorker() { charge(); }
  WorkOfWorker(const WorkOfWorker&) = delete;
  WorkOfWorker& operator=(const WorkOfWorker&) = delete;

  /// Up to now. Of a process that has ended, what was seen last counts.
  void charge() {
    const std::optional<WorkClock::Work> now = work_of_process(process_);
    if (!now || *now <= before_) return;
    WorkClock::charge(*now - before_);
    before_ = *now;
  }

 private:
  pid_t process_;
  WorkClock::Work before_;
};

std::string reason(int error) {
  return std::strerror(error);
}  // NOLINT(concurrency-mt-unsafe)

/// Why a worker that ends with this code cannot work, and what helps; empty: it says nothing.
std::string cause_of(int exit_code) {
  switch (exit_code) {
    case worker_without_libraries:
      return "Singular's libraries (Debian: singular-data) are not where they were, or others can "
             "write them";
    case worker_not_confined:
      return "it cannot give up its rights, which this kernel should let it";
    case worker_without_thread:
      return "no thread can be started; allow more processes (ulimit -u, the container's pids)";
    case cannot_execute: return "it cannot be executed";
    default: return "";
  }
}

/// How `ended` says that somebody, or the kernel for want of memory, killed a worker.
const std::string killed_by_others = "signal " + std::to_string(SIGKILL);

/// How it says that a worker has called abort.
const std::string aborted = "signal " + std::to_string(SIGABRT);
/// Whether a worker has memory to start: one that aborts all the same is none.
bool has_enough_to_start(std::size_t mebibytes) {
  constexpr std::size_t enough = 512;
  rlimit own{};  // which a worker inherits, and cannot raise
  const bool is_free = getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_max / (1U << 20U) >= enough;
  return is_free && mebibytes >= enough;
}

/// Why the system starts no worker.
Failure not_started(const std::string& what, int error) {
  std::string help = remedy(error);
  if (help.empty()) help = "; LEAFWISE_ALGEBRA_WORKER can name another one";
  return {Failure::Kind::not_started, what + reason(error) + help};
}

}  // namespace

const char* to_string(Failure::Kind kind) {
  switch (kind) {
    case Failure::Kind::not_started: return "the algebra worker does not start";
    case Failure::Kind::time_limit: return "the time limit was reached";
    case Failure::Kind::memory_limit: return "the memory limit was reached";
    case Failure::Kind::cancelled: return "cancelled";
    case Failure::Kind::crashed: return "the algebra worker crashed";
    case Failure::Kind::bad_answer: return "the algebra worker answered nonsense";
    case Failure::Kind::refused: break;
  }
  return "the algebra engine refused";
}

WorkerProcess::WorkerProcess(const std::filesystem::path& executable) {
  // It starts in another directory.
  std::error_code error;
  executable_ = std::filesystem::absolute(executable, error);
  if (error) executable_ = executable;
}

std::optional<Failure> WorkerProcess::start(const Limits& limits) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return not_started("", errno);
  }
  // Only our end: the worker waits for jobs, we never wait without a deadline.
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const SpawnSettings settings(ends[1]);
  std::string name = executable_.string();
  std::string memory = std::to_string(limits.memory_mib);
  std::array<char*, 3> arguments = {name.data(), memory.data(), nullptr};
  // Of the environment nothing passes: the worker needs none of it, and what reads it in there, the
  // dynamic loader and Singular, would obey.
  std::array<char*, 1> environment = {nullptr};
  const int error = posix_spawn(&process_,
                                name.c_str(),
                                settings.actions(),
                                settings.attributes(),
                                arguments.data(),
                                environment.data());
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    process_ = 0;
    return not_started(name + ": ", error);
  }
  channel_ = ends[0];
  memory_mib_ = limits.memory_mib;
  return std::nullopt;
}

void WorkerProcess::stop() noexcept {
  if (process_ > 0) {
    kill(-process_, SIGKILL);
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (channel_ >= 0) close(channel_);
  process_ = 0;
  channel_ = -1;
}

/// The other end is closed: how did the worker end?
Failure WorkerProcess::ended() {
  int status = 0;
  pid_t waited = 0;
  for (auto time = pace::end_of_worker; time.count() > 0 && waited == 0;
       time -= pace::glance_at_end) {
    waited = waitpid(process_, &status, WNOHANG);
    if (waited == 0) std::this_thread::sleep_for(pace::glance_at_end);
  }
  Failure failure{Failure::Kind::crashed, "it closed its channel"};
  if (waited == process_) {
    process_ = 0;
    if (WIFEXITED(status))
      failure.detail = "it ends with code " + std::to_string(WEXITSTATUS(status));
    if (WIFSIGNALED(status)) {
      failure.detail = "signal " + std::to_string(WTERMSIG(status));
      failure.by_signal = true;
    }
    // GMP aborts where it gets no memory; nothing else in the worker does.
    const bool no_memory = (WIFEXITED(status) && WEXITSTATUS(status) == worker_out_of_memory) ||
                           failure.detail == aborted;
    if (no_memory) {
      failure = {
          Failure::Kind::memory_limit, std::to_string(memory_mib_) + " MiB", failure.by_signal};
    }
    const std::string cause = WIFEXITED(status) ? cause_of(WEXITSTATUS(status)) : "";
    if (!cause.empty()) failure = {Failure::Kind::not_started, executable_.string() + ": " + cause};
  }
  stop();
  return failure;
}

std::optional<Failure> WorkerProcess::wait_for(short events, const Limits& given) {
  WorkOfWorker work(process_);
  Limits limits = given;
  bool was_stopped = false;
  while (true) {
    std::array<pollfd, 2> waiting = {
        pollfd{channel_, events, 0},
        pollfd{limits.cancellation ? limits.cancellation->descriptor() : -1, POLLIN, 0}};
    const int count = poll(waiting.data(), waiting.size(), milliseconds_of(limits.left()));
    work.charge();
    if (count < 0 && errno == EINTR) continue;
    if (waiting[1].revents != 0) {
      stop();
      return Failure{Failure::Kind::cancelled, {}};
    }
    if (waiting[0].revents != 0) return std::nullopt;
    const bool stands_still = is_stopped(process_);
    if (stands_still && (was_stopped || limits.is_over())) {
      stop();
      return Failure{Failure::Kind::crashed, "it was stopped", true};
    }
    was_stopped = stands_still;
    if (limits.is_over()) {
      if (begins_until_ && Clock::now() < *begins_until_ && wants_to_work(process_) &&
          work_of_process(process_).value_or(pace::most_work_of_start) < pace::most_work_of_start) {
        limits.deadline = Clock::now() + pace::start_of_worker / 10;
        continue;
      }
      stop();
      return Failure{Failure::Kind::time_limit, {}};
    }
  }
}

std::optional<Failure> WorkerProcess::send(std::string_view bytes, const Limits& limits) {
  while (!bytes.empty()) {
    if (auto failure = wait_for(POLLOUT, limits)) return failure;
    const ssize_t sent = ::send(channel_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (sent < 0) return ended();
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return std::nullopt;
}

std::optional<Failure> WorkerProcess::receive(char* bytes,
                                              std::size_t count,
                                              const Limits& limits) {
  while (count > 0) {
    if (auto failure = wait_for(POLLIN, limits)) return failure;
    const ssize_t received = recv(channel_, bytes, count, 0);
    if (received < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (received <= 0) return ended();
    bytes += received;
    count -= static_cast<std::size_t>(received);
  }
  return std::nullopt;
}

Result WorkerProcess::exchange(const Job& job, const Limits& limits) {
  const std::string text = to_wire(job);
  const FrameHeader header = frame_header(text.size());
  if (auto failure = send({header.data(), header.size()}, limits)) return *failure;
  if (auto failure = send(text, limits)) return *failure;
  FrameHeader answer_header{};
  if (auto failure = receive(answer_header.data(), answer_header.size(), limits)) return *failure;
  const std::optional<std::size_t> length = frame_length(answer_header);
  if (!length) {
    stop();
    return Failure{Failure::Kind::bad_answer, "no frame"};
  }
  // In blocks: a length that lies must not allocate what never comes.
  constexpr std::size_t block = std::size_t{1} << 20U;
  std::string answer_text;
  while (answer_text.size() < *length) {
    const std::size_t before = answer_text.size();
    const std::size_t count = std::min(block, *length - before);
    answer_text.resize(before + count);
    if (auto failure = receive(answer_text.data() + before, count, limits)) return *failure;
  }
  std::optional<Answer> answer = answer_from_wire(answer_text, job.variables);
  if (!answer || answer->id != job.id) {
    stop();
    return Failure{Failure::Kind::bad_answer, "not the answer to this job"};
  }
  return *std::move(answer);
}

/// What does not answer the simplest job as a worker does is none, and no job is lost on it. The
/// deadline is that of a job, which may be a turn of milliseconds among others: it would end worker
/// after worker before it has begun.
std::optional<Failure> WorkerProcess::greet(const Limits& limits) {
  Job ping;
  ping.id = ++last_id_;
  Limits until_ready = limits;
  until_ready.deadline = Clock::now() + pace::start_of_worker;
  until_ready.work_deadline = std::chrono::nanoseconds::max();
  begins_until_ = Clock::now() + pace::longest_start_of_worker;
  const Result result = exchange(ping, until_ready);
  begins_until_.reset();
  const auto* found = std::get_if<Failure>(&result);
  if (found == nullptr) return std::nullopt;
  Failure failure = *found;
  const bool was_silent = failure.kind == Failure::Kind::time_limit;
  if (was_silent) failure.detail = "it does not answer";
  const bool has_aborted = failure.kind == Failure::Kind::memory_limit && failure.by_signal &&
                           has_enough_to_start(limits.memory_mib);
  if (has_aborted) failure.detail = aborted;
  const bool is_no_worker =
      was_silent || has_aborted || failure.kind == Failure::Kind::bad_answer ||
      (failure.kind == Failure::Kind::crashed && failure.detail != killed_by_others);
  if (is_no_worker) {
    failure = {Failure::Kind::not_started,
               executable_.string() + " is not the worker of this Leafwise: " + failure.detail +
                   "; LEAFWISE_ALGEBRA_WORKER can name another one",
               failure.by_signal};
  }
  return failure;
}

Result WorkerProcess::run(Job job, const Limits& limits) {
  if (limits.cancellation && limits.cancellation->is_cancelled()) {
    return Failure{Failure::Kind::cancelled, {}};
  }
  if (limits.is_over()) return Failure{Failure::Kind::time_limit, {}};
  if (is_running() && memory_mib_ != limits.memory_mib) stop();
  if (!is_running()) {
    if (auto failure = start(limits)) return *failure;
    if (auto failure = greet(limits)) return *failure;
    // Too late for this job; the next finds a worker that runs.
    if (limits.is_over()) return Failure{Failure::Kind::time_limit, {}};
  }
  job.id = ++last_id_;
  Result result = exchange(job, limits);
  if (auto* answer = std::get_if<Answer>(&result); answer != nullptr && !answer->refusal.empty()) {
    // After an error Singular's state is not to be trusted.
    Failure refused{Failure::Kind::refused, std::move(answer->refusal)};
    stop();
    return refused;
  }
  return result;
}

}  // namespace leafwise::algebra::engine
