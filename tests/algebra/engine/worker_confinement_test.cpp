// SPDX-License-Identifier: GPL-3.0-or-later
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <variant>

#include "engine/kernel_support.hpp"
#include "engine/worker_process.hpp"
#include "support/folder.hpp"
#include "worker_jobs.hpp"
#include "worker_packages.hpp"

using namespace leafwise;
using namespace leafwise::tests;

namespace {

namespace fs = std::filesystem;

TEST_CASE("worker: libraries that lie beside it are its own, unless others can write them") {
  const Package package("primdec.lib", planted_library("primdec.lib"));
  {
    // What is planted in these tests would be noticed, were it executed.
    WorkerProcess worker(package.worker());
    const Result result = worker.run(job(Operation::radical, 1, {{{term("1", {2})}}}), seconds(20));
    REQUIRE(std::holds_alternative<Failure>(result));
    CHECK(std::get<Failure>(result).detail.find("PLANTED") != std::string::npos);
  }
  for (const fs::path& open : {package.libraries(), package.libraries() / "primdec.lib"}) {
    CAPTURE(open.string());
    const auto before = fs::status(open).permissions();
    fs::permissions(open, fs::perms::others_write, fs::perm_options::add);
    WorkerProcess worker(package.worker());
    check_right_answers(worker);
    fs::permissions(open, before);
  }
}

/// Listens on a port of its own.
class Ear {
 public:
  Ear() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);  // NOLINT: the interface of sockets
    REQUIRE(bind(socket_, any, size) == 0);
    REQUIRE(listen(socket_, 1) == 0);
    REQUIRE(getsockname(socket_, any, &size) == 0);
    port_ = ntohs(address.sin_port);
  }
  ~Ear() { close(socket_); }
  Ear(const Ear&) = delete;
  Ear& operator=(const Ear&) = delete;

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] bool has_heard() const {
    pollfd waiting{socket_, POLLIN, 0};
    return poll(&waiting, 1, 0) > 0;
  }

 private:
  int socket_;
  int port_ = 0;
};

TEST_CASE("worker: code inside it starts no program, opens no connection, writes no file") {
  const algebra::engine::KernelSupport kernel = algebra::engine::kernel_support();
  if (!kernel.seccomp) return;  // the kernel lets it
  const Folder scratch;
  const Ear ear;
  const Package package("primdec.lib", "");
  const std::string file = scratch / "OWNED";
  const std::string port = std::to_string(ear.port());
  for (const std::string& attempt :
       {R"(int r = system("sh", "echo > )" + file + "\");",
        R"(int r = system("sh", "cat </dev/null >/dev/tcp/127.0.0.1/)" + port + "\");",
        R"(write(":w )" + file + R"(", "x");)",
        R"(write(":a )" + file + R"(", "x");)",
        R"(link l = "ASCII:w )" + file + R"("; open(l); write(l, "x"); close(l);)",
        R"(link l = "ssi:w )" + file + R"("; open(l); write(l, 1); close(l);)",
        R"(link l = "|: echo > )" + file + R"("; open(l); close(l);)",
        std::string(R"(link l = "ssi:fork"; open(l); write(l, quote(1)); def d = read(l);)"),
        R"(link l = "ssi:connect localhost:)" + port + R"("; open(l);)",
        R"(link l = "ssi:tcp localhost:sh"; open(l);)" + std::string()}) {
    CAPTURE(attempt);
    std::ofstream(package.libraries() / "primdec.lib")
        << "version=\"1\"; category=\"\"; info=\"\";\nproc radical(ideal I)\n{\n" + attempt +
               "\nreturn(ideal(1));\n}\n";
    WorkerProcess worker(package.worker());
    (void)worker.run(job(Operation::radical, 1, {{{term("1", {2})}}}), seconds(5));
    CHECK_FALSE(fs::exists(file));
    CHECK_FALSE(ear.has_heard());
    worker.stop();
    CHECK_FALSE(fs::exists(file));
  }
}

TEST_CASE("worker: what it gives up is gone, and threads and reading are not") {
  const Folder scratch;
  const std::string secret = scratch.with("secret", "x");
  const std::string command =
      std::string(LEAFWISE_CONFINED) + " '" + secret + "' '" + LEAFWISE_SINGULAR_LIBRARIES + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "r"), &pclose);
  REQUIRE(output != nullptr);
  const algebra::engine::KernelSupport kernel = algebra::engine::kernel_support();
  std::array<char, 200> line{};
  std::map<std::string, std::string> said;
  while (fgets(line.data(), line.size(), output.get()) != nullptr) {
    const std::string text = line.data();
    said[text.substr(0, text.find(':'))] = text.substr(text.find(':') + 2);
  }
  for (const char* possible : {"thread", "read a library", "memory", "no environment", "nowhere"}) {
    CAPTURE(possible);
    CHECK(said[possible] == "yes\n");
  }
  for (const char* given_up : {"execve",
                               "fork",
                               "vfork",
                               "socket",
                               "socketpair",
                               "write a file",
                               "create here",
                               "remove",
                               "kill the owner",
                               "trace",
                               "io_uring",
                               "raise a limit",
                               "clone a process"}) {
    CAPTURE(given_up);
    if (kernel.seccomp) CHECK(said[given_up] == "no\n");
  }
  if (kernel.landlock > 0) CHECK(said["read a file"] == "no\n");
  CHECK(text_of(secret) == "x");
}

}  // namespace
