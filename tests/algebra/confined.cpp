// SPDX-License-Identifier: GPL-3.0-or-later
// confined FILE LIBRARIES: gives up what the worker gives up, by the same code, then tries what it
// should not be able to do any more, and what it still should. One line for each: "what: yes|no".

#include <fcntl.h>
#include <linux/sched.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "confinement.hpp"

namespace {

// Straight to the descriptor: a child that should not exist must not print what is buffered.
void say(const char* what, bool works) {
  const std::string line = std::string(what) + (works ? ": yes\n" : ": no\n");
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) _exit(EXIT_FAILURE);
}

/// A child that there is ends at once.
bool started(long child) {
  if (child == 0) _exit(0);
  return child > 0;
}

bool opens(const std::string& path, int flags) {
  return open(path.c_str(), flags, 0600) >= 0;  // NOLINT: the process is about to end
}

bool thread_works() {
  bool ran = false;
  std::thread([&ran] { ran = true; }).join();
  return ran;
}

bool executes() {
  std::string program = "/bin/true";
  char* const arguments[] = {program.data(), nullptr};
  // Where it works, what comes after is not said, and missed.
  return execv(program.c_str(), arguments) == 0;
}

bool raises_limit() {
  rlimit limit{};
  getrlimit(RLIMIT_CORE, &limit);
  return setrlimit(RLIMIT_CORE, &limit) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return EXIT_FAILURE;
  const std::string file = argv[1];
  const std::filesystem::path libraries = argv[2];
  if (!leafwise::algebra::worker::leave_surroundings()) return EXIT_FAILURE;
  if (!leafwise::algebra::worker::give_up_rights(libraries)) return EXIT_FAILURE;
  say("thread", thread_works());
  say("memory", std::vector<char>(std::size_t{1} << 24U, 'x').back() == 'x');
  say("no environment", getenv("PATH") == nullptr);  // NOLINT(concurrency-mt-unsafe)
  say("nowhere", std::filesystem::read_symlink("/proc/self/cwd").string().ends_with(" (deleted)"));
  say("read a library", opens(libraries / "primdec.lib", O_RDONLY));
  say("read a file", opens(file, O_RDONLY));
  say("write a file", opens(file, O_WRONLY) || opens(file, O_RDWR) || opens(file, O_TRUNC));
  say("create here", opens("x", O_RDONLY | O_CREAT));
  say("remove", unlink(file.c_str()) == 0);
  say("socket", socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_DGRAM, 0) >= 0);
  int ends[2];
  say("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  say("fork", started(fork()));
  say("vfork", started(syscall(SYS_clone, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0)));
  say("clone a process", started(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)));
  say("kill the owner", kill(getppid(), 0) == 0);
  say("trace", ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0);
  say("io_uring", syscall(SYS_io_uring_setup, 1, nullptr) >= 0);
  say("raise a limit", raises_limit());
  say("execve", executes());
  _exit(EXIT_SUCCESS);
}
