// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/work_clock.hpp"
#include "engine/worker_process.hpp"
#include "support/folder.hpp"
#include "worker_jobs.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using algebra::Cancellation;

namespace {

using Kind = Failure::Kind;

const Failure& failed(const Result& result) {
  REQUIRE(std::holds_alternative<Failure>(result));
  return std::get<Failure>(result);
}

void check_next_job_works(WorkerProcess& worker) {
  const Result result = worker.run(job(Operation::standard_basis, 2, {issue_1378()}), seconds(20));
  CHECK(std::holds_alternative<Answer>(result));
}

/// An executable that stands in for the worker.
class FakeWorker {
 public:
  explicit FakeWorker(const std::string& script)
      : path_(folder_.with("worker", "#!/bin/sh\n" + script + "\n")) {
    chmod(path_.c_str(), 0700);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  Folder folder_;
  std::filesystem::path path_;
};

Kind failure_of(const std::string& script) {
  const FakeWorker fake(script);
  WorkerProcess worker(fake.path());
  const Kind kind =
      failed(worker.run(job(Operation::ping, 0, {}), Limits::within(std::chrono::seconds(2)))).kind;
  CHECK(!worker.is_running());
  return kind;
}

TEST_CASE("worker: the deadline ends a job, and the next one works") {
  WorkerProcess worker(LEAFWISE_WORKER);
  const auto start = algebra::WorkClock::now();
  const Result result = worker.run(hard_job(), Limits::within(std::chrono::milliseconds(300)));
  CHECK(failed(result).kind == Kind::time_limit);
  // The job would work for minutes.
  CHECK(algebra::WorkClock::now() - start < std::chrono::seconds(2));
  CHECK(!worker.is_running());
  check_next_job_works(worker);
}

TEST_CASE("worker: cancelled from another thread, and before it begins") {
  WorkerProcess worker(LEAFWISE_WORKER);
  Limits limits = seconds(60);
  limits.cancellation = Cancellation();
  const Cancellation handle = *limits.cancellation;
  std::thread canceller([&handle] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    handle.cancel();
  });
  const auto start = algebra::WorkClock::now();
  CHECK(failed(worker.run(hard_job(), limits)).kind == Kind::cancelled);
  CHECK(algebra::WorkClock::now() - start < std::chrono::seconds(5));
  canceller.join();
  CHECK(failed(worker.run(hard_job(), limits)).kind == Kind::cancelled);
  check_next_job_works(worker);
}

TEST_CASE("worker: killed at any moment") {
  WorkerProcess worker(LEAFWISE_WORKER);
  for (const int delay_ms : {0, 1, 3, 10, 40, 150}) {
    CAPTURE(delay_ms);
    check_next_job_works(worker);
    const pid_t process = worker.process();
    std::thread killer([=] {
      std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms));
      kill(process, SIGKILL);
    });
    CHECK(failed(worker.run(hard_job(), seconds(30))).kind == Kind::crashed);
    killer.join();
    check_next_job_works(worker);
  }
}

TEST_CASE("worker: stopped, it is given up without a limit, and the next job works") {
  WorkerProcess worker(LEAFWISE_WORKER);
  check_next_job_works(worker);
  kill(worker.process(), SIGSTOP);
  const Failure failure = failed(worker.run(hard_job(), Limits{}));
  CHECK(failure.kind == Kind::crashed);
  CHECK(failure.detail == "it was stopped");
  CHECK(!worker.is_running());
  check_next_job_works(worker);
}

TEST_CASE("worker: killed between two jobs") {
  WorkerProcess worker(LEAFWISE_WORKER);
  check_next_job_works(worker);
  kill(worker.process(), SIGKILL);
  CHECK(failed(worker.run(job(Operation::ping, 0, {}), seconds(10))).kind == Kind::crashed);
  check_next_job_works(worker);
}

TEST_CASE("worker: the memory limit") {
  WorkerProcess worker(LEAFWISE_WORKER);
  Limits limits = seconds(60);
  limits.memory_mib = 100;
  // A million terms of eight exponents take more than that as soon as they are read.
  WirePolynomial large;
  for (unsigned i = 0; i < 1'000'000; ++i) {
    large.push_back(term(
        "1", {i % 10, i / 10 % 10, i / 100 % 10, i / 1000 % 10, i / 10000 % 10, i / 100000, 1, 2}));
  }
  const Result result = worker.run(job(Operation::standard_basis, 8, {{large}}), limits);
  CHECK(failed(result).kind == Kind::memory_limit);
  check_next_job_works(worker);
}

TEST_CASE("worker: an executable that is missing, or none") {
  for (const std::string path : {"/nowhere/worker", "/etc/passwd", "/tmp", ""}) {
    CAPTURE(path);
    WorkerProcess worker(path);
    CHECK(failed(worker.run(job(Operation::ping, 0, {}), seconds(5))).kind == Kind::not_started);
  }
}

/// Reads the first job of all, which asks nothing (who ends without having read all loses what he
/// has written), and answers it.
const std::string greeting =
    "head -c 43 <&3 >/dev/null; printf "
    "'LWF1\\035\\000\\000\\000\\000\\000\\000\\000leafwise-answer-1 1 0 0  0 0 ' >&3; ";

TEST_CASE("worker: garbage, silence and lies on the channel") {
  const std::vector<std::pair<std::string, Kind>> lies = {
      {"exit 0", Kind::crashed},
      {"kill -SEGV $$", Kind::crashed},
      {"echo this is no frame at all >&3; sleep 20", Kind::bad_answer},
      {"printf 'LWF1\\377\\377\\377\\377\\377\\377\\377\\377' >&3; sleep 20", Kind::bad_answer},
      {"printf 'LWF1\\377\\000\\000\\000\\000\\000\\000\\000ab' >&3; exit 0", Kind::crashed},
      {"printf 'LWF1\\003\\000\\000\\000\\000\\000\\000\\000abc' >&3; sleep 20", Kind::bad_answer},
      {"exec 3>&-; sleep 20", Kind::crashed}};
  for (const auto& [script, kind] : lies) {
    CAPTURE(script);
    // Who begins so is no worker; who has been one is a broken one.
    CHECK(failure_of(script) == Kind::not_started);
    CHECK(failure_of(greeting + script) == kind);
  }
  for (const std::string& beginning : {std::string(), greeting}) {
    CHECK(failure_of(beginning + "exit 14") == Kind::memory_limit);
    CHECK(failure_of(beginning + "exit 127") == Kind::not_started);
    CHECK(failure_of(beginning + "kill -KILL $$") == Kind::crashed);
  }
  // GMP aborts where it gets no memory; who aborts before any work, with memory enough, is no
  // worker.
  CHECK(failure_of("kill -ABRT $$") == Kind::not_started);
  CHECK(failure_of(greeting + "kill -ABRT $$") == Kind::memory_limit);
  // Silence, and a length that is never delivered.
  for (const std::string script :
       {"sleep 20", "printf 'LWF1\\377\\377\\377\\000\\000\\000\\000\\000ab' >&3; sleep 20"}) {
    CAPTURE(script);
    CHECK(failure_of(script) == Kind::not_started);
    CHECK(failure_of(greeting + script) == Kind::time_limit);
  }
}

TEST_CASE("worker: a job's turn may be shorter than a worker's start") {
  WorkerProcess worker(LEAFWISE_WORKER);
  const Result result =
      worker.run(job(Operation::ping, 0, {}), Limits::within(std::chrono::milliseconds(1)));
  if (std::holds_alternative<Failure>(result)) CHECK(failed(result).kind == Kind::time_limit);
  CHECK(worker.is_running());
  check_next_job_works(worker);
}

TEST_CASE("worker: refusals are typed") {
  WorkerProcess worker(LEAFWISE_WORKER);
  // No variables, no ideals: nothing that Singular could do.
  const Result result = worker.run(job(Operation::standard_basis, 0, {}), seconds(10));
  CHECK(failed(result).kind == Kind::refused);
  check_next_job_works(worker);
}

TEST_CASE("worker: it leaves neither a process nor a zombie") {
  pid_t process = 0;
  {
    WorkerProcess worker(LEAFWISE_WORKER);
    check_next_job_works(worker);
    process = worker.process();
    CHECK(kill(process, 0) == 0);
  }
  // A zombie would still be there to be signalled.
  CHECK(kill(process, 0) == -1);
  CHECK(errno == ESRCH);
}

TEST_CASE("worker: it ends with its owner, also in the middle of a job") {
  int report[2];
  REQUIRE(pipe(report) == 0);
  const pid_t owner = fork();
  if (owner == 0) {
    WorkerProcess worker(LEAFWISE_WORKER);
    (void)worker.run(job(Operation::ping, 0, {}), seconds(10));
    const pid_t process = worker.process();
    (void)!write(report[1], &process, sizeof process);
    (void)worker.run(hard_job(), seconds(60));
    _exit(0);
  }
  pid_t process = 0;
  REQUIRE(read(report[0], &process, sizeof process) == sizeof process);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  bool gone = false;
  for (int i = 0; i < 200 && !gone; ++i) {
    // Its new parent may take a while to reap it; a zombie is gone for our purpose.
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(status, text);
    gone = text.empty() || text.find(") Z ") != std::string::npos;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(gone);
  close(report[0]);
  close(report[1]);
}

}  // namespace
