/* The poller of Linux. */
#include "platform.h"

#include "apus_sockets.h"

#if !APUS_HAS_KQUEUE

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "result.h"

int64_t apus_poller_open(void) { return OPENED(epoll_create1(EPOLL_CLOEXEC)); }

int64_t apus_poller_add(int poller, int descriptor, uint64_t token) {
  struct epoll_event event = {
      .events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLPRI | EPOLLET, .data.u64 = token};
  return RESULT(epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event));
}

int64_t apus_poller_remove(int poller, int descriptor) {
  struct epoll_event unused = {0};
  return RESULT(epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &unused));
}

int64_t apus_poller_wait(int poller, apus_event *events, size_t capacity, int milliseconds) {
  struct epoll_event found[256];
  int room = capacity < 256 ? (int)capacity : 256;
  int64_t count = RESULT(epoll_wait(poller, found, room, milliseconds));
  if (count == -EINTR) return 0;
  for (int64_t i = 0; i < count; i++) {
    uint32_t bits = found[i].events;
    events[i].token = found[i].data.u64;
    events[i].ready = (bits & (EPOLLIN | EPOLLRDHUP | EPOLLPRI) ? APUS_READY_INPUT : 0) |
                      (bits & EPOLLOUT ? APUS_READY_OUTPUT : 0) |
                      (bits & (EPOLLRDHUP | EPOLLPRI) ? APUS_READY_UNUSUAL : 0) |
                      (bits & (EPOLLERR | EPOLLHUP)
                           ? APUS_READY_INPUT | APUS_READY_OUTPUT | APUS_READY_UNUSUAL
                           : 0);
  }
  return count;
}

/* Adds a descriptor that was opened for a poller, or closes it. */
static int64_t added(int poller, int64_t descriptor, uint64_t token) {
  if (descriptor < 0) return descriptor;
  int64_t result = apus_poller_add(poller, (int)descriptor, token);
  if (result == 0) return descriptor;
  close((int)descriptor);
  return result;
}

int64_t apus_wake_open(int poller) {
  return added(poller, OPENED(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), APUS_WAKE_TOKEN);
}

int64_t apus_wake(int wake) {
  uint64_t one = 1;
  return RETRIED(write(wake, &one, sizeof one));
}

int64_t apus_timer_open(int poller) {
  return added(poller, OPENED(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)),
               APUS_TIMER_TOKEN);
}

/* Zero would disable the timer, but is meant as a time in the past. */
int64_t apus_timer_set(int timer, uint64_t nanoseconds) {
  struct itimerspec when = {.it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000u),
                                         .tv_nsec = (long)(nanoseconds % 1000000000u)}};
  if (nanoseconds == 0) when.it_value.tv_nsec = 1;
  return RESULT(timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL));
}

#endif
