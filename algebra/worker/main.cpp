// SPDX-License-Identifier: GPL-3.0-or-later
// leafwise-algebra-worker MEMORY_MIB: does jobs that come over descriptor 3, one after the other,
// until that is closed. Not for people: the algebra library starts it.

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>
#include <csignal>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "confinement.hpp"
#include "engine/frame.hpp"
#include "engine/job.hpp"
#include "libraries.hpp"
#include "singular_objects.hpp"
#include "singular_session.hpp"

namespace {

using namespace leafwise::algebra;

bool read_all(char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t got = read(engine::worker_channel, bytes, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = write(engine::worker_channel, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

/// Address space, not resident memory: the one that the kernel enforces. No core files: they would
/// hold the user's data.
void limit_memory(std::size_t mebibytes) {
  const rlim_t bytes = static_cast<rlim_t>(mebibytes) << 20U;
  const rlimit memory{bytes, bytes};
  setrlimit(RLIMIT_AS, &memory);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

/// Ends the process when its owner is gone, also in the middle of a computation that never looks
/// up. PR_SET_PDEATHSIG would not do: it fires when the owner's thread ends.
void end_with_owner() {
  std::thread([] {
    while (true) {
      pollfd channel{engine::worker_channel, POLLRDHUP, 0};
      if (poll(&channel, 1, -1) > 0) _exit(0);
    }
  }).detach();
}

std::string executable_path() {
  std::array<char, PATH_MAX> path{};
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : std::string();
}

int serve() {
  const std::string program = executable_path();
  const auto libraries = worker::find_libraries(program);
  if (!libraries) return engine::worker_without_libraries;
  if (!worker::give_up_rights(*libraries)) return engine::worker_not_confined;
  end_with_owner();
  std::optional<worker::SingularSession> session;
  try {
    session.emplace(program, libraries->string());
  } catch (const worker::Refusal&) {
    return engine::worker_without_libraries;
  }
  while (true) {
    engine::FrameHeader header{};
    if (!read_all(header.data(), header.size())) return 0;
    const auto length = engine::frame_length(header);
    if (!length) return engine::worker_bad_usage;
    std::string text(*length, '\0');
    if (!read_all(text.data(), text.size())) return 0;
    const std::optional<engine::Job> job = engine::job_from_wire(text);
    if (!job) return engine::worker_bad_usage;
    const std::string answer = to_wire(session->run(*job), job->variables);
    const engine::FrameHeader answer_header = engine::frame_header(answer.size());
    if (!write_all({answer_header.data(), answer_header.size()}) || !write_all(answer)) return 0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t mebibytes = 0;
  if (argc != 2) return engine::worker_bad_usage;
  const std::string_view argument = argv[1];
  const char* end = argument.data() + argument.size();
  if (std::from_chars(argument.data(), end, mebibytes).ptr != end) return engine::worker_bad_usage;
  signal(SIGPIPE, SIG_IGN);
  try {
    // First of all: nothing of what the caller has around him concerns us.
    if (!worker::leave_surroundings()) return engine::worker_not_confined;
    limit_memory(mebibytes);
    _exit(serve());
  } catch (const std::bad_alloc&) {
    _exit(engine::worker_out_of_memory);
  } catch (const std::system_error&) {
    _exit(engine::worker_without_thread);
  } catch (const std::exception&) {
    _exit(EXIT_FAILURE);
  }
}
