// SPDX-License-Identifier: GPL-3.0-or-later
#include "confinement.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/magic.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>

#include "engine/empty_directory.hpp"
#include "engine/frame.hpp"
#include "engine/kernel_support.hpp"

namespace leafwise::algebra::worker {

namespace {

/// Whether the working directory is one that has been removed.
bool is_nowhere() {
  struct stat status {};
  return stat(".", &status) == 0 && status.st_nlink == 0;
}

/// Where a machine has no place for a directory of ours, /proc has no place for anybody's files.
bool go_to_proc() {
  struct statfs status {};
  return statfs("/proc", &status) == 0 && status.f_type == PROC_SUPER_MAGIC && chdir("/proc") == 0;
}

bool go_nowhere() {
  if (is_nowhere()) return true;
  const engine::EmptyDirectory place;
  if (place.descriptor() >= 0 && fchdir(place.descriptor()) == 0) return true;
  return go_to_proc();
}

using Filter = std::unique_ptr<void, decltype(&seccomp_release)>;

/// What a computation needs: memory, time, threads, its open descriptors, and looking at files.
constexpr int harmless[] = {
    // descriptors
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(readv),
    SCMP_SYS(writev),
    SCMP_SYS(pread64),
    SCMP_SYS(close),
    SCMP_SYS(lseek),
    SCMP_SYS(_llseek),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(ppoll_time64),
    // files, as far as they are only looked at
    SCMP_SYS(stat),
    SCMP_SYS(stat64),
    SCMP_SYS(lstat),
    SCMP_SYS(lstat64),
    SCMP_SYS(fstat),
    SCMP_SYS(fstat64),
    SCMP_SYS(newfstatat),
    SCMP_SYS(fstatat64),
    SCMP_SYS(statx),
    SCMP_SYS(access),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(getcwd),
    // memory
    SCMP_SYS(brk),
    SCMP_SYS(mmap),
    SCMP_SYS(mmap2),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(mprotect),
    SCMP_SYS(madvise),
    // threads and signals to itself
    SCMP_SYS(futex),
    SCMP_SYS(futex_time64),
    SCMP_SYS(membarrier),
    SCMP_SYS(rseq),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(get_robust_list),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall),
    // clocks, numbers, the end
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_gettime64),
    SCMP_SYS(clock_getres),
    SCMP_SYS(clock_getres_time64),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(clock_nanosleep_time64),
    SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(times),
    SCMP_SYS(getrandom),
    SCMP_SYS(getrusage),
    SCMP_SYS(getrlimit),
    SCMP_SYS(ugetrlimit),
    SCMP_SYS(getpid),
    SCMP_SYS(getppid),
    SCMP_SYS(gettid),
    SCMP_SYS(getuid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getegid),
    SCMP_SYS(sysinfo),
    SCMP_SYS(uname),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};

scmp_arg_cmp masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

scmp_arg_cmp equal(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}

bool allow(const Filter& filter, int call) {
  return seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, call, 0, nullptr) == 0;
}

bool allow(const Filter& filter, int call, scmp_arg_cmp condition) {
  return seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, call, 1, &condition) == 0;
}

/// What depends on an argument. clone3 has its own in memory, which no filter sees: it is missing
/// like every call that is not listed, and the C library goes back to clone.
bool allow_with_conditions(const Filter& filter) {
  constexpr std::uint64_t writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
  const auto self = static_cast<std::uint64_t>(getpid());
  bool good = allow(filter, SCMP_SYS(open), masked(1, writing, O_RDONLY)) &&
              allow(filter, SCMP_SYS(openat), masked(2, writing, O_RDONLY)) &&
              allow(filter, SCMP_SYS(clone), masked(0, CLONE_THREAD, CLONE_THREAD)) &&
              allow(filter, SCMP_SYS(tgkill), equal(0, self)) &&
              allow(filter, SCMP_SYS(kill), equal(0, self)) &&
              allow(filter, SCMP_SYS(prlimit64), equal(2, 0)) &&
              allow(filter, SCMP_SYS(ioctl), equal(1, TCGETS));
  for (const int command : {F_GETFD, F_SETFD, F_GETFL, F_SETFL}) {
    const auto value = static_cast<std::uint64_t>(command);
    good = good && allow(filter, SCMP_SYS(fcntl), equal(1, value)) &&
           allow(filter, SCMP_SYS(fcntl64), equal(1, value));
  }
  return good;
}

/// A list of what is allowed: what kernels will learn to do is not on it. "No such call" is an
/// answer that the C library expects, and knows another way.
bool filter_system_calls() {
  const Filter filter(seccomp_init(SCMP_ACT_ERRNO(ENOSYS)), &seccomp_release);
  if (!filter) throw std::bad_alloc();
  for (const int call : harmless) {
    if (!allow(filter, call)) return false;
  }
  if (!allow_with_conditions(filter)) return false;
  const int error = seccomp_load(filter.get());
  if (error == -ENOMEM) throw std::bad_alloc();
  return error == 0;
}

/// The kernel's landlock_ruleset_attr of version 6, of which older ones know the beginning.
struct LandlockRules {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scope = 0;
};

/// All that this version can forbid.
LandlockRules everything(int version) {
  const unsigned rights = version == 1 ? 13 : version == 2 ? 14 : version < 5 ? 15 : 16;
  LandlockRules rules;
  rules.files = (std::uint64_t{1} << rights) - 1;
  if (version >= 4) rules.network = 0b11;  // bind and connect of TCP
  if (version >= 6) rules.scope = 0b11;    // abstract sockets and signals
  return rules;
}

bool restrict_files(const std::filesystem::path& readable, int version) {
  const LandlockRules rules = everything(version);
  const std::size_t size = version < 4 ? 8 : version < 6 ? 16 : sizeof rules;
  const auto set = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0));
  if (set < 0) return false;
  const int folder = ::open(readable.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  landlock_path_beneath_attr beneath{};
  beneath.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
  beneath.parent_fd = folder;
  const bool done =
      folder >= 0 &&
      syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0 &&
      syscall(SYS_landlock_restrict_self, set, 0) == 0;
  if (folder >= 0) close(folder);
  close(set);
  return done;
}

}  // namespace

bool leave_surroundings() {
  if (clearenv() != 0) return false;
  close_range(engine::worker_channel + 1, ~0U, 0);  // kernels before 5.9 keep what was not marked
  return go_nowhere();
}

bool give_up_rights(const std::filesystem::path& readable) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  const engine::KernelSupport kernel = engine::kernel_support();
  if (kernel.landlock > 0 && !restrict_files(readable, kernel.landlock)) return false;
  return !kernel.seccomp || filter_system_calls();
}

}  // namespace leafwise::algebra::worker
