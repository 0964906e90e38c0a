/*
 * Think time for Siege, one customer at a time at its list of cookies, and none cancelled with a lock; preloaded before
 * the C library.
 *
 * Siege 4 sleeps whole seconds and knows no minimum. It calls sleep() once after each request of a
 * customer; this replaces that sleep by one of THINK_MIN_S to THINK_MAX_S seconds, uniform, from a
 * random stream of each customer's thread (splitmix64 of THINK_SEED and the thread's number).
 *
 * The first sleep of a customer is uniform in 0 to THINK_STAGGER_S instead: the customers are then
 * spread over the scenario from the beginning, and do not all order at the same moment.
 *
 * Siege keeps the cookies of all customers in one list and adds to it without a lock: of two first cookies that come
 * together one was lost, and with it a cart. So who reads an answer that may set a cookie has the list alone until its
 * next call, by when the answer's head has been taken to pieces.
 *
 * Siege lifts a siege by cancelling its customers wherever they are. One that is in the midst of allocating memory or
 * of writing its line then keeps that lock, and Siege can wait for it until it is killed, without its counts. So they
 * are cancelled only where they wait.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

static pthread_mutex_t cookies;
static _Thread_local int has_cookies;

/* Robust: a customer that Siege cancels while it has the list never gives it back. */
__attribute__((constructor)) static void begin(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&cookies, &kind);
  pthread_mutexattr_destroy(&kind);
}

static void take_cookies(void) {
  int taken = pthread_mutex_lock(&cookies);
  if (taken == EOWNERDEAD) {
    taken = pthread_mutex_consistent(&cookies);
  }
  has_cookies = taken == 0;
}

static void give_cookies_back(void) {
  if (has_cookies) {
    has_cookies = 0;
    pthread_mutex_unlock(&cookies);
  }
}

/* What is encrypted cannot be looked into: 23 begins a TLS record of an answer. */
static int may_set_cookie(const void *bytes, ssize_t length) {
  static const char word[] = "Set-Cookie:";
  return length > 0 && (((const unsigned char *)bytes)[0] == 23 ||
                        memmem(bytes, (size_t)length, word, sizeof word - 1) != NULL);
}

/* The C library's own function, which this one stands before. */
#define OWN(name)                                    \
  static __typeof__(&name) own;                      \
  if (own == NULL) {                                 \
    own = (__typeof__(own))dlsym(RTLD_NEXT, #name);  \
  }

ssize_t read(int file, void *bytes, size_t length) {
  OWN(read)
  give_cookies_back();
  ssize_t got = own(file, bytes, length);
  if (may_set_cookie(bytes, got)) {
    take_cookies();
  }
  return got;
}

ssize_t write(int file, const void *bytes, size_t length) {
  OWN(write)
  give_cookies_back();
  return own(file, bytes, length);
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
  OWN(poll)
  give_cookies_back();
  return own(files, count, timeout);
}

int close(int file) {
  OWN(close)
  give_cookies_back();
  return own(file);
}

int pthread_setcanceltype(int type, int *before) {
  (void)type;
  if (before != NULL) {
    *before = PTHREAD_CANCEL_DEFERRED;
  }
  return 0;
}

unsigned int sleep(unsigned int seconds) {
  give_cookies_back();
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
