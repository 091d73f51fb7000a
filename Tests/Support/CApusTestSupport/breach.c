#define _GNU_SOURCE
#include "apus_test_breach.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int64_t closed(int descriptor) {
  if (descriptor < 0) return -errno;
  close(descriptor);
  return 0;
}

/* Accepts a connection without the required flags. */
static int64_t take(void) {
  struct sockaddr_in home = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t count = sizeof home;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bind(listener, (struct sockaddr *)&home, sizeof home);
  listen(listener, 1);
  getsockname(listener, (struct sockaddr *)&home, &count);
  connect(client, (struct sockaddr *)&home, sizeof home);
  int64_t result = closed(accept4(listener, NULL, NULL, SOCK_NONBLOCK));
  close(listener);
  close(client);
  return result;
}

/* Sends a byte to one end of a pair, by a call without flags or without the required one. */
static int64_t give(int plainly) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) return -errno;
  int64_t count = plainly ? write(pair[0], "x", 1) : send(pair[0], "x", 1, MSG_DONTWAIT);
  close(pair[0]);
  close(pair[1]);
  return count == 1 ? 0 : -errno;
}

/* Raises SIGPIPE, and survives it. */
static int64_t raise_signal(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  void (*before)(int) = signal(SIGPIPE, SIG_IGN);
  close(ends[0]);
  int64_t count = write(ends[1], "x", 1);
  close(ends[1]);
  signal(SIGPIPE, before);
  return count < 0 && errno == EPIPE ? 0 : -EINVAL;
}

int64_t apus_test_breach(const char *name) {
  if (strcmp(name, "open") == 0) return closed(open("/dev/null", O_RDONLY));
  if (strcmp(name, "socket") == 0) return closed(socket(AF_INET, SOCK_STREAM, 0));
  if (strcmp(name, "accept") == 0) return take();
  if (strcmp(name, "pipe") == 0) {
    int ends[2];
    if (pipe(ends) < 0) return -errno;
    close(ends[1]);
    return closed(ends[0]);
  }
  if (strcmp(name, "dup") == 0) return closed(dup(0));
  if (strcmp(name, "fcntl") == 0) return closed(fcntl(0, F_DUPFD, 0));
  if (strcmp(name, "send") == 0) return give(0);
  if (strcmp(name, "write") == 0) return give(1);
  if (strcmp(name, "signal") == 0) return raise_signal();
  if (strcmp(name, "inherited") == 0) return dup(0) < 0 ? -errno : 0;
  return -EINVAL;
}

#else

#include <errno.h>

/* strace detects breaches, and only Linux has it. */
int64_t apus_test_breach(const char *name) {
  (void)name;
  return -ENOTSUP;
}

#endif
