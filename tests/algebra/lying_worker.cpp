// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for leafwise-algebra-worker: hands every job on to the real one and tampers with the
// answers to those that its own name says, such as "characteristic_series=drop" or "all=merge": a
// worker has no environment. Says in the file "log" beside the link of that name how often it lied.

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/frame.hpp"
#include "engine/job.hpp"
#include "ring/flint_ring.hpp"

namespace {

using namespace leafwise::algebra;
using engine::Operation;
using engine::WireIdeal;
using engine::WirePolynomial;
using engine::WireTerm;
using Ideals = std::vector<WireIdeal>;

bool read_all(int channel, char* bytes, std::size_t count) {
  while (count > 0) {
    // Also while the real worker computes, the end of the owner must be noticed.
    std::array<pollfd, 2> ends = {pollfd{channel, POLLIN, 0},
                                  pollfd{engine::worker_channel, POLLRDHUP, 0}};
    if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return false;
    if ((ends[1].revents & (POLLRDHUP | POLLHUP)) != 0) return false;
    if (ends[0].revents == 0) continue;
    const ssize_t got = read(channel, bytes, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<std::string> read_frame(int channel) {
  engine::FrameHeader header{};
  if (!read_all(channel, header.data(), header.size())) return std::nullopt;
  const auto length = engine::frame_length(header);
  if (!length) return std::nullopt;
  std::string text(*length, '\0');
  if (!read_all(channel, text.data(), text.size())) return std::nullopt;
  return text;
}

bool write_frame(int channel, const std::string& text) {
  const engine::FrameHeader header = engine::frame_header(text.size());
  const std::string bytes = std::string(header.data(), header.size()) + text;
  for (std::string_view rest = bytes; !rest.empty();) {
    const ssize_t put = send(channel, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

/// The real worker, in the same process group, so that whoever kills us kills it, too.
class RealWorker {
 public:
  explicit RealWorker(char* memory) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], engine::worker_channel);
    std::string name = LEAFWISE_WORKER;
    const std::array<char*, 3> arguments = {name.data(), memory, nullptr};
    if (posix_spawn(&process_, name.c_str(), &actions, nullptr, arguments.data(), environ) != 0) {
      process_ = -1;
    }
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    channel_ = ends[0];
  }

  [[nodiscard]] int channel() const { return channel_; }
  /// Its exit code, for the owner to interpret.
  [[nodiscard]] int end() const {
    close(channel_);
    int status = 0;
    if (process_ <= 0 || waitpid(process_, &status, 0) != process_) return 127;
    if (WIFSIGNALED(status)) raise(WTERMSIG(status));
    return WEXITSTATUS(status);
  }

 private:
  pid_t process_ = -1;
  int channel_ = -1;
};

WirePolynomial product(const WirePolynomial& left, const WirePolynomial& right, std::size_t count) {
  std::vector<Variable> variables;
  for (std::size_t i = 0; i < count; ++i) {
    variables.push_back({Role::unknown, "x", static_cast<unsigned>(i)});
  }
  const detail::FlintRing ring(variables);
  return ring.to_wire(ring.from_wire(left) * ring.from_wire(right));
}

/// The union of two varieties, by products of their generators.
WireIdeal merged(const WireIdeal& left, const WireIdeal& right, std::size_t variables) {
  WireIdeal both;
  WireIdeal rest_of_left = left;
  WireIdeal rest_of_right = right;
  for (const WirePolynomial& polynomial : left) {
    if (std::erase(rest_of_right, polynomial) == 0) continue;
    std::erase(rest_of_left, polynomial);
    both.push_back(polynomial);
  }
  for (const WirePolynomial& a : rest_of_left) {
    for (const WirePolynomial& b : rest_of_right) both.push_back(product(a, b, variables));
  }
  return both;
}

/// A point that no test has.
WireIdeal wrong_point(std::size_t variables) {
  WireIdeal point;
  for (std::size_t i = 0; i < variables; ++i) {
    WireTerm variable{"1", std::vector<unsigned>(variables, 0)};
    const WireTerm constant{"-" + std::to_string(1234 + i), variable.exponents};
    variable.exponents[i] = 1;
    point.push_back({variable, constant});
  }
  return point;
}

bool perturb(Ideals& ideals) {
  for (WireIdeal& ideal : ideals) {
    for (WirePolynomial& polynomial : ideal) {
      if (polynomial.size() < 2) continue;
      polynomial.back().coefficient += "1";
      return true;
    }
  }
  return false;
}

bool tamper(Ideals& ideals, const engine::Job& job, std::string_view how) {
  if (how == "perturb") return perturb(ideals);
  if (how == "add") {
    ideals.push_back(wrong_point(job.variables));
    return true;
  }
  if (how == "drop" && !ideals.empty()) {
    ideals.pop_back();
    return true;
  }
  if (how == "widen" && !ideals.empty() && ideals.front().size() > 1) {
    ideals.front().pop_back();
    return true;
  }
  if (how == "merge" && ideals.size() > 1) {
    ideals[0] = merged(ideals[0], ideals[1], job.variables);
    ideals.erase(ideals.begin() + 1);
    return true;
  }
  if (how == "whole" && ideals.size() > 1) {
    ideals = {job.ideals.front()};
    return true;
  }
  return false;
}

/// Multiplicities must fit, or nobody would be deceived: each polynomial is its own factor.
bool lie_about_factors(engine::Answer& answer, const engine::Job& job) {
  bool lied = false;
  std::vector<std::int64_t> multiplicities;
  for (std::size_t i = 0; i < answer.ideals.size(); ++i) {
    lied |= answer.ideals[i].size() > 1;
    answer.ideals[i] = {job.ideals.front()[i]};
    multiplicities.push_back(1);
  }
  answer.numbers = multiplicities;
  return lied;
}

const char* name_of(Operation operation) {
  switch (operation) {
    case Operation::factorizing_basis: return "factorizing_basis";
    case Operation::characteristic_series: return "characteristic_series";
    case Operation::minimal_primes: return "minimal_primes";
    default: return "";
  }
}

std::string answered(const engine::Job& job,
                     std::string text,
                     const std::filesystem::path& own_name) {
  const std::string lies = own_name.filename().string();
  const std::size_t sign = lies.find('=');
  std::optional<engine::Answer> answer = engine::answer_from_wire(text, job.variables);
  if (sign == std::string::npos || !answer || !answer->refusal.empty()) return text;
  const std::string who = lies.substr(0, sign);
  bool lied = false;
  if (who == "factors" && job.operation == Operation::factors) {
    lied = lie_about_factors(*answer, job);
  } else if (who == "sections" && job.operation == Operation::section_polynomials) {
    lied = perturb(answer->ideals);
  } else {
    const std::string name = name_of(job.operation);
    if (name.empty() || (who != "all" && who != name)) return text;
    lied = tamper(answer->ideals, job, std::string_view{lies}.substr(sign + 1));
  }
  if (!lied) return text;
  std::ofstream(own_name.parent_path() / "log", std::ios::app) << lies << "\n";
  return to_wire(*answer, job.variables);
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int bad_usage = 2;
  if (argc != 2) return bad_usage;
  const RealWorker real(argv[1]);
  if (real.channel() < 0) return bad_usage;
  while (const auto text = read_frame(engine::worker_channel)) {
    const std::optional<engine::Job> job = engine::job_from_wire(*text);
    if (!job || !write_frame(real.channel(), *text)) break;
    const auto answer = read_frame(real.channel());
    if (!answer || !write_frame(engine::worker_channel, answered(*job, *answer, argv[0]))) break;
  }
  return real.end();
}
