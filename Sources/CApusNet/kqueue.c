/* The poller of macOS. Tests also run it on Linux, with events that they make with poll(2). */
#include "platform.h"

#include "apus_sockets.h"

#if APUS_HAS_KQUEUE

#include <fcntl.h>
#include <sys/event.h>
#include <time.h>
#include <unistd.h>

#include "apus_system.h"
#include "result.h"

/* The identifiers of the two events that belong to no descriptor. */
enum { wake_ident = 1, timer_ident = 2 };

/* Changes one filter of a queue: 0, or -errno. */
static int64_t change(int queue, uint64_t ident, int16_t filter, uint16_t flags, uint32_t notes,
                      int64_t data, uint64_t token) {
  const struct kevent64_s event = {.ident = ident, .filter = filter, .flags = flags,
                                   .fflags = notes, .data = data, .udata = token};
  int64_t result = RETRIED(kevent64(queue, &event, 1, NULL, 0, 0, NULL));
  return result < 0 ? result : 0;
}

int64_t apus_poller_open(void) {
  int64_t queue = OPENED(kqueue());
  if (queue < 0) return queue;
  int64_t result = RESULT(fcntl((int)queue, F_SETFD, FD_CLOEXEC));
  if (result >= 0) return queue;
  close((int)queue);
  return result;
}

/* EV_CLEAR makes a filter report each change once, which is the contract of the poller. */
int64_t apus_poller_add(int poller, int descriptor, uint64_t token) {
  const uint16_t flags = EV_ADD | EV_CLEAR;
  const uint64_t ident = (uint64_t)descriptor;
  int64_t result = change(poller, ident, EVFILT_READ, flags, 0, 0, token);
  if (result < 0) return result;
  result = change(poller, ident, EVFILT_WRITE, flags, 0, 0, token);
  if (result < 0) {
    change(poller, ident, EVFILT_READ, EV_DELETE, 0, 0, 0);
    return result;
  }
  /* Urgent data. Some kinds of descriptors do not have this filter. */
  change(poller, ident, EVFILT_EXCEPT, flags, NOTE_OOB, 0, token);
  return 0;
}

int64_t apus_poller_remove(int poller, int descriptor) {
  int64_t read = change(poller, (uint64_t)descriptor, EVFILT_READ, EV_DELETE, 0, 0, 0);
  int64_t write = change(poller, (uint64_t)descriptor, EVFILT_WRITE, EV_DELETE, 0, 0, 0);
  change(poller, (uint64_t)descriptor, EVFILT_EXCEPT, EV_DELETE, 0, 0, 0);
  return read < 0 ? read : write;
}

/* If the peer has ended its side, only reading is affected. An error, or the end of our side,
 * affects both directions. */
static uint64_t readiness(const struct kevent64_s *event) {
  const uint64_t all = APUS_READY_INPUT | APUS_READY_OUTPUT | APUS_READY_UNUSUAL;
  const int has_ended = (event->flags & EV_EOF) != 0;
  if (event->filter == EVFILT_WRITE) return has_ended ? all : APUS_READY_OUTPUT;
  if (event->filter == EVFILT_EXCEPT) return APUS_READY_INPUT | APUS_READY_UNUSUAL;
  if (event->filter != EVFILT_READ || !has_ended) return APUS_READY_INPUT;
  return event->fflags != 0 ? all : APUS_READY_INPUT | APUS_READY_UNUSUAL;
}

int64_t apus_poller_wait(int poller, apus_event *events, size_t capacity, int milliseconds) {
  struct kevent64_s found[256];
  const int room = capacity < 256 ? (int)capacity : 256;
  const struct timespec limit = {.tv_sec = milliseconds / 1000,
                                 .tv_nsec = milliseconds % 1000 * 1000000L};
  int64_t count =
      RESULT(kevent64(poller, NULL, 0, found, room, 0, milliseconds < 0 ? NULL : &limit));
  if (count == apus_failure(EINTR)) return 0;
  for (int64_t i = 0; i < count; i++) {
    events[i].token = found[i].udata;
    events[i].ready = readiness(&found[i]);
  }
  return count;
}

/* A wake and a timer are events of the queue. Their descriptors are copies of its descriptor. */
static int64_t copy(int poller) { return OPENED(fcntl(poller, F_DUPFD_CLOEXEC, 3)); }

int64_t apus_wake_open(int poller) {
  int64_t result =
      change(poller, wake_ident, EVFILT_USER, EV_ADD | EV_CLEAR, 0, 0, APUS_WAKE_TOKEN);
  return result < 0 ? result : copy(poller);
}

int64_t apus_wake(int wake) {
  return change(wake, wake_ident, EVFILT_USER, 0, NOTE_TRIGGER, 0, APUS_WAKE_TOKEN);
}

int64_t apus_timer_open(int poller) { return copy(poller); }

/* The time becomes a duration: the timer and the clock both stop while the machine sleeps. Adding
 * the timer again replaces its time. */
int64_t apus_timer_set(int timer, uint64_t nanoseconds) {
  const uint64_t now = apus_monotonic_nanoseconds();
  const uint64_t rest = nanoseconds > now ? nanoseconds - now : 1;
  const int64_t data = rest < INT64_MAX ? (int64_t)rest : INT64_MAX;
  return change(timer, timer_ident, EVFILT_TIMER, EV_ADD | EV_ONESHOT, NOTE_NSECONDS, data,
                APUS_TIMER_TOKEN);
}

#endif
