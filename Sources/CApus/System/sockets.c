#define _GNU_SOURCE
#include "apus_sockets.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include "result.h"

int64_t apus_socket(int family) {
  return OPENED(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

int64_t apus_bind(int socket, const void *address, size_t count) {
  return RESULT(bind(socket, address, (socklen_t)count));
}

int64_t apus_listen(int socket, int backlog) { return RESULT(listen(socket, backlog)); }

/* A signal does not stop a connection that has begun: it goes on by itself. */
int64_t apus_connect(int socket, const void *address, size_t count) {
  int64_t result = RESULT(connect(socket, address, (socklen_t)count));
  return result == -EINTR ? -EINPROGRESS : result;
}

int64_t apus_accept(int listener) {
  return OPENED_RETRIED(accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

int64_t apus_socket_address(int socket, int of_peer, void *address, size_t capacity) {
  socklen_t count = (socklen_t)capacity;
  int64_t result = RESULT(of_peer ? getpeername(socket, address, &count)
                                  : getsockname(socket, address, &count));
  return result < 0 ? result : count;
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
  return result < 0 ? result : -error;
}

int64_t apus_set_option(int socket, apus_option option, int value) {
  static const int names[][2] = {
      [APUS_NO_DELAY] = {IPPROTO_TCP, TCP_NODELAY},
      [APUS_KEEP_ALIVE] = {SOL_SOCKET, SO_KEEPALIVE},
      [APUS_KEEP_ALIVE_IDLE] = {IPPROTO_TCP, TCP_KEEPIDLE},
      [APUS_KEEP_ALIVE_INTERVAL] = {IPPROTO_TCP, TCP_KEEPINTVL},
      [APUS_KEEP_ALIVE_COUNT] = {IPPROTO_TCP, TCP_KEEPCNT},
      [APUS_USER_TIMEOUT] = {IPPROTO_TCP, TCP_USER_TIMEOUT},
      [APUS_REUSE_ADDRESS] = {SOL_SOCKET, SO_REUSEADDR},
      [APUS_IPV6_ONLY] = {IPPROTO_IPV6, IPV6_V6ONLY},
      [APUS_SEND_BUFFER] = {SOL_SOCKET, SO_SNDBUF},
      [APUS_RECEIVE_BUFFER] = {SOL_SOCKET, SO_RCVBUF},
  };
  const int *name = names[option];
  return RESULT(setsockopt(socket, name[0], name[1], &value, sizeof value));
}

int64_t apus_unacknowledged(int socket) {
  int count = 0;
  int64_t result = RESULT(ioctl(socket, SIOCOUTQ, &count));
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
  return RETRIED(send(socket, memory, count, MSG_DONTWAIT | MSG_NOSIGNAL));
}

int64_t apus_send_three(int socket, const void *first, size_t first_count, const void *second,
                        size_t second_count, const void *third, size_t third_count) {
  struct iovec parts[] = {{(void *)first, first_count},
                          {(void *)second, second_count},
                          {(void *)third, third_count}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 3};
  return RETRIED(sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL));
}

/* sendfile has no MSG_NOSIGNAL, so that SIGPIPE is held back, and taken if it came from here.
 *
 * It may have sent some pages before it met a reset: then it returns how many bytes that was, and
 * raises the signal all the same. Only a call that sent everything has raised none. */
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

int64_t apus_finish_sending(int socket) { return RESULT(shutdown(socket, SHUT_WR)); }

static uint32_t route_groups(apus_routes_use use) {
  const uint32_t addresses = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR;
  switch (use) {
    case APUS_ROUTES_ASKS: return 0;
    case APUS_ROUTES_HEARS_ADDRESSES: return addresses;
    case APUS_ROUTES_HEARS_ALL:
      return addresses | RTMGRP_LINK | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE | RTMGRP_IPV4_RULE |
             1u << (RTNLGRP_IPV6_RULE - 1);
  }
  return 0;
}

int64_t apus_routes_open(apus_routes_use use) {
  int64_t result =
      OPENED(socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE));
  if (result < 0) return result;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = route_groups(use)};
  int64_t bound = RESULT(bind((int)result, (struct sockaddr *)&address, sizeof address));
  if (bound == 0) return result;
  close((int)result);
  return bound;
}

int64_t apus_routes_receive(int socket, void *memory, size_t capacity) {
  struct sockaddr_nl sender = {0};
  struct iovec part = {memory, capacity};
  struct msghdr message = {
      .msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &part, .msg_iovlen = 1};
  int64_t result = RETRIED(recvmsg(socket, &message, MSG_DONTWAIT));
  if (result < 0) return result;
  if (sender.nl_pid != 0) return 0;
  return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : result;
}

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

int64_t apus_wake_open(void) { return OPENED(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }

int64_t apus_wake(int wake) {
  uint64_t one = 1;
  return RETRIED(write(wake, &one, sizeof one));
}

int64_t apus_timer_open(void) {
  return OPENED(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
}

/* Zero would mean never, where it is meant as long ago. */
int64_t apus_timer_set(int timer, uint64_t nanoseconds) {
  struct itimerspec when = {.it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000u),
                                         .tv_nsec = (long)(nanoseconds % 1000000000u)}};
  if (nanoseconds == 0) when.it_value.tv_nsec = 1;
  return RESULT(timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL));
}
