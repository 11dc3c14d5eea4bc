// SPDX-License-Identifier: GPL-3.0-or-later
// To be preloaded: the time of day jumps, CLOCK_MONOTONIC goes on. JUMPING_CLOCK names the way.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

typedef int (*clock_function)(clockid_t, struct timespec*);

static long shifted(long seconds) {
  static unsigned long state = 88172645463325252UL;
  static long calls;
  const char* way = getenv("JUMPING_CLOCK");
  ++calls;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  if (!way) return seconds;
  if (!strcmp(way, "forwards")) return seconds + 3600 * calls;
  if (!strcmp(way, "backwards")) return seconds - 3600 * calls;
  if (!strcmp(way, "1970")) return calls % 2;
  if (!strcmp(way, "2106")) return 4294967295L + calls % 2;
  return seconds + (long)(state % 864000) - 432000;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  static clock_function real;
  if (!real) real = (clock_function)dlsym(RTLD_NEXT, "clock_gettime");
  const int result = real(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec = shifted(now->tv_sec);
  return result;
}

time_t time(time_t* where) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (where) *where = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}
