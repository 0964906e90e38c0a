/*
 * Think time for Siege, preloaded before the C library.
 *
 * Siege 4 sleeps whole seconds and knows no minimum. It calls sleep() once after each request of a
 * customer; this replaces that sleep by one of THINK_MIN_S to THINK_MAX_S seconds, uniform, from a
 * random stream of each customer's thread (splitmix64 of THINK_SEED and the thread's number).
 *
 * The first sleep of a customer is uniform in 0 to THINK_STAGGER_S instead: the customers are then
 * spread over the scenario from the beginning, and do not all order at the same moment.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_ulong threads;
static _Thread_local uint64_t state;
static _Thread_local int started;

static double setting(const char *name) {
  const char *text = getenv(name);
  return text == NULL ? 0.0 : atof(text);
}

static uint64_t next(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

static double uniform(double low, double high) {
  return low + (high - low) * ((double)(next() >> 11) * 0x1.0p-53);
}

static void wait_seconds(double seconds) {
  struct timespec left = {(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
  /* An interrupted sleep goes on: only the rest of it is left. */
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR) {
  }
}

unsigned int sleep(unsigned int seconds) {
  if (syscall(SYS_gettid) == getpid()) { /* Siege's own main thread is no customer */
    wait_seconds(seconds);
    return 0;
  }
  if (!started) {
    started = 1;
    state = (uint64_t)setting("THINK_SEED") * 0x2545f4914f6cdd1dULL + atomic_fetch_add(&threads, 1);
    next();
    wait_seconds(uniform(0.0, setting("THINK_STAGGER_S")));
    return 0;
  }
  wait_seconds(uniform(setting("THINK_MIN_S"), setting("THINK_MAX_S")));
  return 0;
}
