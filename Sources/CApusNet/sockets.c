#include "platform.h"

#include "apus_sockets.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/sockios.h>
#include <sys/sendfile.h>
#else
#include <fcntl.h>
#endif

#include "address.h"
#include "result.h"

#if defined(__linux__)

int64_t apus_socket(int family) {
  return OPENED(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

int64_t apus_accept(int listener) {
  return OPENED_RETRIED(accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

int64_t apus_bind(int socket, const void *address, size_t count) {
  return RESULT(bind(socket, address, (socklen_t)count));
}

static int64_t begin_connecting(int socket, const void *address, size_t count) {
  return RESULT(connect(socket, address, (socklen_t)count));
}

int64_t apus_socket_address(int socket, int of_peer, void *address, size_t capacity) {
  socklen_t count = (socklen_t)capacity;
  int64_t result = RESULT(of_peer ? getpeername(socket, address, &count)
                                  : getsockname(socket, address, &count));
  return result < 0 ? result : count;
}

enum {
  keep_alive_idle = TCP_KEEPIDLE,
  no_signal = MSG_NOSIGNAL,
};

#else

/* This system cannot set the flags when it creates a socket: a child that another thread forks at
 * that moment inherits the socket. SO_NOSIGPIPE replaces MSG_NOSIGNAL. */
static int64_t prepared(int64_t socket) {
  if (socket < 0) return socket;
  const int on = 1, descriptor = (int)socket;
  int64_t result = RESULT(fcntl(descriptor, F_SETFD, FD_CLOEXEC));
  if (result >= 0) result = RESULT(fcntl(descriptor, F_SETFL, O_NONBLOCK));
  if (result >= 0) {
    result = RESULT(setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on));
  }
  /* After a reset by the peer the option is invalid. The next call returns the reset. */
  if (result >= 0 || result == apus_failure(EINVAL)) return socket;
  close(descriptor);
  return result;
}

int64_t apus_socket(int family) {
  const int native = apus_native_family(family);
  if (native < 0) return apus_failure(EAFNOSUPPORT);
  return prepared(OPENED(socket(native, SOCK_STREAM, 0)));
}

int64_t apus_accept(int listener) { return prepared(OPENED_RETRIED(accept(listener, NULL, NULL))); }

int64_t apus_bind(int socket, const void *address, size_t count) {
  struct sockaddr_storage native;
  int64_t length = apus_native_address(address, count, &native);
  if (length < 0) return length;
  return RESULT(bind(socket, (struct sockaddr *)&native, (socklen_t)length));
}

static int64_t begin_connecting(int socket, const void *address, size_t count) {
  struct sockaddr_storage native;
  int64_t length = apus_native_address(address, count, &native);
  if (length < 0) return length;
  return RESULT(connect(socket, (struct sockaddr *)&native, (socklen_t)length));
}

int64_t apus_socket_address(int socket, int of_peer, void *address, size_t capacity) {
  struct sockaddr_storage native = {0};
  socklen_t length = sizeof native;
  int64_t result = RESULT(of_peer ? getpeername(socket, (struct sockaddr *)&native, &length)
                                  : getsockname(socket, (struct sockaddr *)&native, &length));
  return result < 0 ? result : apus_form_of_address(&native, length, address, capacity);
}

enum {
  keep_alive_idle = TCP_KEEPALIVE,
  no_signal = 0,
};

#endif

int64_t apus_listen(int socket, int backlog) { return RESULT(listen(socket, backlog)); }

/* A signal does not stop a connection that has begun: it continues in the kernel. */
int64_t apus_connect(int socket, const void *address, size_t count) {
  int64_t result = begin_connecting(socket, address, count);
  return result == apus_failure(EINTR) ? apus_failure(EINPROGRESS) : result;
}

int64_t apus_has_peer(int socket) {
  struct sockaddr_storage unused;
  socklen_t count = sizeof unused;
  return RESULT(getpeername(socket, (struct sockaddr *)&unused, &count));
}

int64_t apus_take_socket_error(int socket) {
  int error = 0;
  socklen_t count = sizeof error;
  int64_t result = RESULT(getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &count));
  return result < 0 ? result : apus_failure(error);
}

int64_t apus_set_option(int socket, apus_option option, int value) {
  static const int names[][2] = {
      [APUS_NO_DELAY] = {IPPROTO_TCP, TCP_NODELAY},
      [APUS_KEEP_ALIVE] = {SOL_SOCKET, SO_KEEPALIVE},
      [APUS_KEEP_ALIVE_IDLE] = {IPPROTO_TCP, keep_alive_idle},
      [APUS_KEEP_ALIVE_INTERVAL] = {IPPROTO_TCP, TCP_KEEPINTVL},
      [APUS_KEEP_ALIVE_COUNT] = {IPPROTO_TCP, TCP_KEEPCNT},
#if defined(__linux__)
      [APUS_USER_TIMEOUT] = {IPPROTO_TCP, TCP_USER_TIMEOUT},
#else
      [APUS_USER_TIMEOUT] = {IPPROTO_TCP, TCP_RXT_CONNDROPTIME},
#endif
      [APUS_REUSE_ADDRESS] = {SOL_SOCKET, SO_REUSEADDR},
      [APUS_IPV6_ONLY] = {IPPROTO_IPV6, IPV6_V6ONLY},
      [APUS_SEND_BUFFER] = {SOL_SOCKET, SO_SNDBUF},
      [APUS_RECEIVE_BUFFER] = {SOL_SOCKET, SO_RCVBUF},
  };
  const int *name = names[option];
#if defined(__APPLE__)
  /* This system has seconds. */
  if (option == APUS_USER_TIMEOUT) value = value / 1000 + (value % 1000 > 0);
#endif
  return RESULT(setsockopt(socket, name[0], name[1], &value, sizeof value));
}

int64_t apus_unacknowledged(int socket) {
  int count = 0;
#if defined(__linux__)
  int64_t result = RESULT(ioctl(socket, SIOCOUTQ, &count));
#else
  socklen_t size = sizeof count;
  int64_t result = RESULT(getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size));
#endif
  return result < 0 ? result : count;
}

int64_t apus_discard_on_close(int socket) {
  struct linger at_once = {.l_onoff = 1, .l_linger = 0};
  return RESULT(setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once));
}

int64_t apus_receive(int socket, void *memory, size_t count) {
  return RETRIED(recv(socket, memory, count, MSG_DONTWAIT));
}

int64_t apus_peek(int socket) {
  char byte;
  return RETRIED(recv(socket, &byte, 1, MSG_DONTWAIT | MSG_PEEK));
}

int64_t apus_send(int socket, const void *memory, size_t count) {
  return RETRIED(send(socket, memory, count, MSG_DONTWAIT | no_signal));
}

int64_t apus_send_three(int socket, const void *first, size_t first_count, const void *second,
                        size_t second_count, const void *third, size_t third_count) {
  struct iovec parts[] = {{(void *)first, first_count},
                          {(void *)second, second_count},
                          {(void *)third, third_count}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 3};
  return RETRIED(sendmsg(socket, &message, MSG_DONTWAIT | no_signal));
}

#if defined(__linux__)
/* sendfile has no MSG_NOSIGNAL, so SIGPIPE is blocked, and taken if this call raised it.
 *
 * The call may send some pages before a reset: then it returns their length, and still raises the
 * signal. Only a call that sent all bytes has raised none. */
int64_t apus_send_file(int socket, int file, int64_t offset, size_t count) {
  sigset_t pipe_only, before, waiting;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
  sigpending(&waiting);
  off_t from = offset;
  int64_t result = RETRIED(sendfile(socket, file, &from, count));
  bool is_short = result < 0 || (uint64_t)result < count;
  if (is_short && !sigismember(&waiting, SIGPIPE)) {
    const struct timespec at_once = {0, 0};
    while (sigtimedwait(&pipe_only, NULL, &at_once) < 0 && errno == EINTR) {}
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result;
}
#else
/* The call returns the number of sent bytes in length, also if it fails afterwards. A length of
 * zero would mean the whole file. */
int64_t apus_send_file(int socket, int file, int64_t offset, size_t count) {
  if (count == 0) return 0;
  while (true) {
    off_t length = (off_t)(count > INT32_MAX ? INT32_MAX : count);
    int64_t result = RESULT(sendfile(file, socket, offset, &length, NULL, 0));
    if (length > 0) return length;
    if (result != apus_failure(EINTR)) return result;
  }
}
#endif

int64_t apus_finish_sending(int socket) { return RESULT(shutdown(socket, SHUT_WR)); }
