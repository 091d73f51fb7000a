/* The kernel events of macOS over poll(2), so that System/kqueue.c runs on Linux.
 *
 * poll has no edges. After a report, a filter pauses, and is reported again if it is still ready
 * then: at least as often as by the kernel. Other uses than in that file fail: a filter without
 * EV_CLEAR, a trigger of an unknown event. */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

struct kevent64_s {
  uint64_t ident;
  int16_t filter;
  uint16_t flags;
  uint32_t fflags;
  int64_t data;
  uint64_t udata;
  uint64_t ext[2];
};

enum { EVFILT_READ = -1, EVFILT_WRITE = -2, EVFILT_TIMER = -7, EVFILT_USER = -10,
       EVFILT_EXCEPT = -15 };
enum { EV_ADD = 0x1, EV_DELETE = 0x2, EV_ONESHOT = 0x10, EV_CLEAR = 0x20, EV_EOF = 0x8000 };
enum { NOTE_OOB = 0x2, NOTE_NSECONDS = 0x4, NOTE_TRIGGER = 0x01000000 };

/* One filter. The time is the end of a timer, or of the pause of a descriptor. */
struct knote {
  struct kevent64_s event;
  uint64_t moment, pause;
};

/* A queue. Its descriptor is a socket that is connected to itself, and each change sends a byte. */
struct queue {
  ino_t socket;
  struct knote *notes;
  size_t count, capacity;
  bool is_polled;
  uint64_t poll_count;
  struct queue *next;
};

enum { least_pause = 1000000, most_pause = 256000000 };
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t poll_ended = PTHREAD_COND_INITIALIZER;
static struct queue *first_queue;

static uint64_t now_in_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int failed(int error) {
  errno = error;
  return -1;
}

static struct queue *queue_of(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) < 0) return NULL;
  struct queue *queue = first_queue;
  while (queue != NULL && queue->socket != status.st_ino) queue = queue->next;
  return queue;
}

/* Makes a queue, or uses the memory of a closed one whose number is free again. */
static int kqueue(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  socklen_t count = sizeof address.sun_family;
  struct stat status;
  int made = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  /* An address without a path is a new one. */
  bind(made, (struct sockaddr *)&address, count);
  count = sizeof address;
  getsockname(made, (struct sockaddr *)&address, &count);
  connect(made, (struct sockaddr *)&address, count);
  fstat(made, &status);
  pthread_mutex_lock(&queue_lock);
  struct queue *queue = queue_of(made);
  if (queue == NULL) {
    queue = calloc(1, sizeof *queue);
    *queue = (struct queue){.socket = status.st_ino, .next = first_queue};
    first_queue = queue;
  }
  queue->count = 0;
  pthread_mutex_unlock(&queue_lock);
  return made;
}

static bool is_of_descriptor(const struct knote *note) {
  return note->event.filter != EVFILT_TIMER && note->event.filter != EVFILT_USER;
}

/* Makes one change: 0, or an error number. */
static int change_queue(struct queue *queue, const struct kevent64_s *new) {
  size_t at = 0;
  while (at < queue->count && (queue->notes[at].event.ident != new->ident ||
                               queue->notes[at].event.filter != new->filter)) {
    at++;
  }
  if (new->flags & EV_DELETE) {
    if (at == queue->count) return ENOENT;
    queue->notes[at] = queue->notes[--queue->count];
    return 0;
  }
  struct knote note = {.event = *new, .pause = least_pause, .moment = 0};
  if (is_of_descriptor(&note)) {
    if (new->flags != (EV_ADD | EV_CLEAR)) return EINVAL;
    if (fcntl((int)new->ident, F_GETFD) < 0) return EBADF;
  } else if (new->filter == EVFILT_TIMER) {
    if (new->flags != (EV_ADD | EV_ONESHOT) || new->fflags != NOTE_NSECONDS) return EINVAL;
    note.moment = now_in_nanoseconds() + (uint64_t)new->data;
  } else if (new->fflags & NOTE_TRIGGER) {
    if (at == queue->count) return ENOENT;
    queue->notes[at].moment = 0;
    return 0;
  } else {
    note.moment = UINT64_MAX;
  }
  if (at == queue->capacity) {
    queue->capacity = 2 * at + 16;
    queue->notes = realloc(queue->notes, queue->capacity * sizeof note);
  }
  queue->notes[at] = note;
  if (at == queue->count) queue->count++;
  return 0;
}

/* Reports a filter if it is ready, and sets its next pause. */
static bool report(struct knote *note, short ready, uint64_t now, struct kevent64_s *event) {
  *event = note->event;
  event->fflags = 0;
  if (!is_of_descriptor(note)) {
    if (now < note->moment) return false;
    note->moment = UINT64_MAX;
    return true;
  }
  if (now < note->moment) return false;
  /* This filter reports neither of them, and poll always does. */
  if (note->event.filter == EVFILT_EXCEPT && ready & (POLLHUP | POLLERR)) {
    note->moment = now + most_pause;
    return false;
  }
  if (ready == 0) {
    note->pause = least_pause;
    return false;
  }
  const short ends = note->event.filter == EVFILT_READ ? POLLRDHUP | POLLHUP | POLLERR
                                                       : POLLHUP | POLLERR;
  event->flags = ready & ends ? EV_EOF : 0;
  if (ready & POLLERR) event->fflags = EIO;
  note->moment = now + note->pause;
  if (note->pause < most_pause) note->pause *= 2;
  return true;
}

/* Ends the pause of each filter that is not ready at this moment. */
static void end_pauses(struct queue *queue, struct pollfd *ready) {
  poll(ready, queue->count, 0);
  for (size_t i = 0; i < queue->count; i++) {
    struct knote *note = &queue->notes[i];
    if (ready[i].revents != 0 || !is_of_descriptor(note)) continue;
    note->moment = 0;
    note->pause = least_pause;
  }
}

/* Polls once, at most until a time: returns the number of events. */
static int look(int descriptor, struct queue *queue, struct kevent64_s *events, int room,
                uint64_t until) {
  pthread_mutex_lock(&queue_lock);
  const size_t count = queue->count;
  uint64_t now = now_in_nanoseconds();
  struct pollfd *ready = calloc(count + 1, sizeof *ready);
  struct knote *looked = malloc((count + 1) * sizeof *looked);
  ready[count] = (struct pollfd){.fd = descriptor, .events = POLLIN};
  for (size_t i = 0; i < count; i++) {
    const struct kevent64_s *event = &queue->notes[i].event;
    ready[i].fd = is_of_descriptor(&queue->notes[i]) ? (int)event->ident : -1;
    ready[i].events = event->filter == EVFILT_READ    ? POLLIN | POLLRDHUP
                      : event->filter == EVFILT_WRITE ? POLLOUT
                                                      : POLLPRI;
  }
  end_pauses(queue, ready);
  for (size_t i = 0; i < count; i++) {
    const struct knote *note = &queue->notes[i];
    looked[i] = *note;
    if (note->moment > now && note->moment < until) until = note->moment;
    if (!is_of_descriptor(note) && note->moment <= now) until = now;
    if (note->moment > now) ready[i].fd = -1;
  }
  queue->is_polled = true;
  queue->poll_count++;
  pthread_mutex_unlock(&queue_lock);
  const uint64_t rest = until > now ? until - now : 0;
  const struct timespec limit = {(time_t)(rest / 1000000000u), (long)(rest % 1000000000u)};
  int found = ppoll(ready, count + 1, until == UINT64_MAX ? NULL : &limit, NULL);
  const int error = errno;
  pthread_mutex_lock(&queue_lock);
  queue->is_polled = false;
  pthread_cond_broadcast(&poll_ended);
  if (found >= 0) {
    char bytes[256];
    while (read(descriptor, bytes, sizeof bytes) > 0) {}
    now = now_in_nanoseconds();
    found = 0;
    for (size_t i = 0; i < queue->count && found < room; i++) {
      struct knote *note = &queue->notes[i];
      /* The filters may have changed during poll. */
      const bool is_known = i < count && note->event.ident == looked[i].event.ident &&
                            note->event.filter == looked[i].event.filter &&
                            note->event.udata == looked[i].event.udata;
      const bool was_looked_at = is_known && ready[i].fd >= 0;
      if (is_of_descriptor(note) && !was_looked_at) continue;
      const short what = was_looked_at ? ready[i].revents : 0;
      if (report(note, what, now, &events[found])) found++;
    }
  }
  pthread_mutex_unlock(&queue_lock);
  free(ready);
  free(looked);
  return found < 0 ? failed(error) : found;
}

static int kevent64(int descriptor, const struct kevent64_s *changes, int change_count,
                    struct kevent64_s *events, int room, unsigned flags,
                    const struct timespec *limit) {
  (void)flags;
  pthread_mutex_lock(&queue_lock);
  struct queue *queue = queue_of(descriptor);
  int error = queue == NULL ? EBADF : 0;
  for (int i = 0; i < change_count && error == 0; i++) error = change_queue(queue, &changes[i]);
  if (error == 0 && change_count > 0 && write(descriptor, "", 1) < 0 && errno != EAGAIN) {
    error = errno;
  }
  /* poll keeps a closed descriptor open until it returns, which the kernel of macOS does not. */
  const bool is_removed = error == 0 && change_count > 0 && changes[0].flags & EV_DELETE;
  const uint64_t number = is_removed ? queue->poll_count : 0;
  while (is_removed && queue->is_polled && queue->poll_count == number) {
    pthread_cond_wait(&poll_ended, &queue_lock);
  }
  pthread_mutex_unlock(&queue_lock);
  if (error != 0) return failed(error);
  if (room == 0) return 0;
  uint64_t until = UINT64_MAX;
  if (limit != NULL) {
    until = now_in_nanoseconds() + (uint64_t)limit->tv_sec * 1000000000u + (uint64_t)limit->tv_nsec;
  }
  int found;
  do found = look(descriptor, queue, events, room, until);
  while (found == 0 && now_in_nanoseconds() < until);
  return found;
}
