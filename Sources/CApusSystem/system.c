#include "platform.h"

#include "apus_system.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "result.h"

/* The clock that stops while the machine sleeps. */
#if defined(__linux__)
enum { uptime_clock = CLOCK_MONOTONIC };
#else
enum { uptime_clock = CLOCK_UPTIME_RAW };
#endif

uint64_t apus_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(uptime_clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int64_t apus_wall_clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec;
}

int64_t apus_wall_clock_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#if defined(__APPLE__)
static const char *secure_getenv(const char *name) { return issetugid() ? NULL : getenv(name); }
#endif

int64_t apus_environment(const char *name, char *text, size_t capacity) {
  const char *value = secure_getenv(name);
  if (value == NULL) return -1;
  size_t length = strlen(value);
  memcpy(text, value, length < capacity ? length : capacity);
  return (int64_t)length;
}

/* The function of glibc may return other memory; that of POSIX returns a number. */
static const char *error_words(int error, char *scratch, size_t capacity) {
#if defined(__GLIBC__)
  return strerror_r(error, scratch, capacity);
#else
  scratch[0] = 0;
  strerror_r(error, scratch, capacity);
  return scratch;
#endif
}

size_t apus_error_text(int error, char *text, size_t capacity) {
  if (capacity == 0) return 0;
  char scratch[256];
  const char *words = error_words(apus_native_error(error), scratch, sizeof scratch);
  size_t length = strnlen(words, capacity - 1);
  memcpy(text, words, length);
  text[length] = 0;
  return length;
}

void apus_exit(int status) { exit(status); }

/* The parent may have blocked signals in this process. */
void apus_park(void) {
  sigset_t none;
  sigemptyset(&none);
  for (;;) sigsuspend(&none);
}

void apus_write_error(const char *text, size_t count) { fwrite(text, 1, count, stderr); }

int apus_is_terminal(int descriptor) { return isatty(descriptor); }

static _Atomic uint64_t first_interrupt;
static _Atomic int interrupt_number;

/* Some programs send a signal to a process and to its group; that does not count as a second
 * one. */
static void note_interrupt(int number) {
  uint64_t now = apus_monotonic_nanoseconds(), first = 0;
  if (atomic_compare_exchange_strong(&first_interrupt, &first, now)) {
    atomic_store(&interrupt_number, number);
    return;
  }
  if (now - first < 500000000) return;
  signal(number, SIG_DFL);
  raise(number);
}

/* An ignored signal stays ignored: nohup and shells start programs this way. */
static void catch_interrupt(int number) {
  struct sigaction action, before;
  if (sigaction(number, NULL, &before) < 0 || before.sa_handler == SIG_IGN) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, NULL);
}

void apus_catch_interrupts(void) {
  catch_interrupt(SIGINT);
  catch_interrupt(SIGTERM);
  catch_interrupt(SIGHUP);
}

int apus_caught_interrupt(void) { return atomic_load(&interrupt_number); }

static int columns_of(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int apus_terminal_columns(void) {
  int count = columns_of(1);
  return count > 0 ? count : columns_of(2);
}
