#include "platform.h"

#include "apus_sockets.h"

#include "result.h"

#if defined(__linux__)

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

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

#else

int64_t apus_routes_open(apus_routes_use use) {
  (void)use;
  return apus_failure(ENOTSUP);
}

int64_t apus_routes_receive(int socket, void *memory, size_t capacity) {
  (void)socket;
  (void)memory;
  (void)capacity;
  return apus_failure(ENOTSUP);
}

#endif
