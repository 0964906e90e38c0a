/*
 * What Siege's customers are told, preloaded before the C library: Siege itself keeps no word of an answer.
 *
 * Each customer is a thread. What it sends is searched for the account of its visit, what it receives for the number
 * of a confirmed order, for that of one of which the shop does not know yet whether it was placed, and for the words that
 * nothing was ordered. Each find is a line of ANSWERS_FILE:
 *
 *   begin_ns,end_ns,account,answer,order_id
 *
 * wall clock nanoseconds since the epoch, of the last piece sent and of the find. What is searched for is in
 * ANSWERS_ACCOUNT, ANSWERS_CONFIRMED, ANSWERS_UNSETTLED and ANSWERS_REFUSED: `before{}c` finds what is between
 * `before` and the character c, `words` alone finds itself. Pieces may be cut anywhere: a search goes on from one to the next.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LONGEST 128

struct pattern {
  char before[LONGEST];
  size_t length;
  size_t fallback[LONGEST]; /* Knuth, Morris and Pratt: how much still matches after a character that does not */
  char end;                 /* 0: nothing follows that is wanted */
};

struct search {
  size_t matched;
  int inside;
  size_t found_length;
  char found[64];
};

static struct pattern account, confirmed, unsettled, refused;
static int file = -1;

static _Thread_local struct search for_account, for_confirmed, for_unsettled, for_refused;
static _Thread_local char of_account[64];
static _Thread_local uint64_t begin_ns;

static void read_pattern(struct pattern *pattern, const char *name) {
  const char *text = getenv(name);
  const char *gap = text == NULL ? NULL : strstr(text, "{}");
  size_t length = text == NULL ? 0 : gap == NULL ? strlen(text) : (size_t)(gap - text);
  if (length >= LONGEST) {
    length = 0;
  }
  memcpy(pattern->before, text == NULL ? "" : text, length);
  pattern->length = length;
  pattern->end = gap == NULL ? 0 : gap[2];
  for (size_t at = 1, matched = 0; at < length; at++) {
    while (matched > 0 && pattern->before[at] != pattern->before[matched]) {
      matched = pattern->fallback[matched - 1];
    }
    matched += pattern->before[at] == pattern->before[matched];
    pattern->fallback[at] = matched;
  }
}

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("ANSWERS_FILE");
  read_pattern(&account, "ANSWERS_ACCOUNT");
  read_pattern(&confirmed, "ANSWERS_CONFIRMED");
  read_pattern(&unsettled, "ANSWERS_UNSETTLED");
  read_pattern(&refused, "ANSWERS_REFUSED");
  if (name != NULL) {
    file = open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  }
}

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

/* Whether this character completes a find; what was found is in search->found then. */
static int found_with(const struct pattern *pattern, struct search *search, char c) {
  if (search->inside) {
    if (c == pattern->end || search->found_length == sizeof search->found - 1) {
      search->found[search->found_length] = 0;
      search->inside = 0;
      return c == pattern->end;
    }
    search->found[search->found_length++] = c;
    return 0;
  }
  while (search->matched > 0 && c != pattern->before[search->matched]) {
    search->matched = pattern->fallback[search->matched - 1];
  }
  search->matched += c == pattern->before[search->matched];
  if (search->matched < pattern->length) {
    return 0;
  }
  search->matched = 0;
  search->found_length = 0;
  search->found[0] = 0;
  search->inside = pattern->end != 0;
  return pattern->end == 0;
}

static void note(const char *answer, const char *order) {
  char line[256];
  int length = snprintf(line, sizeof line, "%llu,%llu,%s,%s,%s\n", (unsigned long long)begin_ns,
                        (unsigned long long)now_ns(), of_account, answer, order);
  /* Not through write(), which is ours; a line is written at once, so that lines of several customers do not mix. */
  if (syscall(SYS_write, file, line, (size_t)length) < 0) {
    return;
  }
}

static void sent(const char *piece, ssize_t length) {
  begin_ns = now_ns();
  for (ssize_t at = 0; account.length > 0 && at < length; at++) {
    if (found_with(&account, &for_account, piece[at])) {
      memcpy(of_account, for_account.found, sizeof of_account);
    }
  }
}

static void received(const char *piece, ssize_t length) {
  for (ssize_t at = 0; at < length; at++) {
    if (confirmed.length > 0 && found_with(&confirmed, &for_confirmed, piece[at])) {
      note("confirmed", for_confirmed.found);
    }
    if (unsettled.length > 0 && found_with(&unsettled, &for_unsettled, piece[at])) {
      note("unsettled", for_unsettled.found);
    }
    if (refused.length > 0 && found_with(&refused, &for_refused, piece[at])) {
      note("refused", "");
    }
  }
}

/* The original and not the bare system call: Siege ends its customers while they wait there. */
#define ORIGINAL(name)                                      \
  static __typeof__(&name) original;                        \
  if (original == NULL) {                                   \
    original = (__typeof__(&name))dlsym(RTLD_NEXT, #name);  \
  }

ssize_t read(int from, void *piece, size_t size) {
  ORIGINAL(read)
  ssize_t length = original(from, piece, size);
  if (file >= 0 && length > 0) {
    received(piece, length);
  }
  return length;
}

ssize_t write(int to, const void *piece, size_t size) {
  ORIGINAL(write)
  if (file >= 0) {
    sent(piece, (ssize_t)size);
  }
  return original(to, piece, size);
}

int SSL_read(void *connection, void *piece, int size) {
  ORIGINAL(SSL_read)
  int length = original(connection, piece, size);
  if (file >= 0 && length > 0) {
    received(piece, length);
  }
  return length;
}

int SSL_write(void *connection, const void *piece, int size) {
  ORIGINAL(SSL_write)
  if (file >= 0) {
    sent(piece, size);
  }
  return original(connection, piece, size);
}
