#define _GNU_SOURCE
#include "apus_test_network.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__linux__)

int64_t apus_test_enter_own_network(void) { return unshare(CLONE_NEWNET) < 0 ? -errno : 0; }

int64_t apus_test_raise_loopback(void) {
  int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  struct ifreq request;
  memset(&request, 0, sizeof request);
  strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  int64_t result = ioctl(descriptor, SIOCSIFFLAGS, &request) < 0 ? -errno : 0;
  close(descriptor);
  return result;
}

int64_t apus_test_limit_ports(int first, int last) {
  FILE *file = fopen("/proc/sys/net/ipv4/ip_local_port_range", "we");
  if (file == NULL) return -errno;
  int isWritten = fprintf(file, "%d %d", first, last) > 0;
  return fclose(file) == 0 && isWritten ? 0 : -EIO;
}

enum { user_timeout = TCP_USER_TIMEOUT, keep_alive_idle = TCP_KEEPIDLE };

#else

int64_t apus_test_enter_own_network(void) { return -ENOTSUP; }

int64_t apus_test_raise_loopback(void) { return -ENOTSUP; }

int64_t apus_test_limit_ports(int first, int last) {
  (void)first, (void)last;
  return -ENOTSUP;
}

enum { user_timeout = TCP_RXT_CONNDROPTIME, keep_alive_idle = TCP_KEEPALIVE };

#endif

int64_t apus_test_reserve_port(int *descriptor) {
  int reserved = socket(AF_INET, SOCK_STREAM, 0);
  if (reserved < 0) return -errno;
  fcntl(reserved, F_SETFD, FD_CLOEXEC);
  int yes = 1;
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof place;
  if (setsockopt(reserved, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) < 0 ||
      bind(reserved, (struct sockaddr *)&place, size) < 0 ||
      getsockname(reserved, (struct sockaddr *)&place, &size) < 0) {
    int64_t result = -errno;
    close(reserved);
    return result;
  }
  *descriptor = reserved;
  return ntohs(place.sin_port);
}

void apus_test_release_port(int descriptor) { close(descriptor); }

int64_t apus_test_socket_option(int socket, apus_test_option option) {
  static const int names[][2] = {
      [APUS_TEST_USER_TIMEOUT] = {IPPROTO_TCP, user_timeout},
      [APUS_TEST_KEEP_ALIVE] = {SOL_SOCKET, SO_KEEPALIVE},
      [APUS_TEST_KEEP_ALIVE_IDLE] = {IPPROTO_TCP, keep_alive_idle},
      [APUS_TEST_KEEP_ALIVE_INTERVAL] = {IPPROTO_TCP, TCP_KEEPINTVL},
      [APUS_TEST_KEEP_ALIVE_COUNT] = {IPPROTO_TCP, TCP_KEEPCNT},
  };
  int value = 0;
  socklen_t size = sizeof value;
  int result = getsockopt(socket, names[option][0], names[option][1], &value, &size);
  return result < 0 ? -errno : value;
}

static void *enter(void *result) {
  *(int64_t *)result = apus_test_enter_own_network();
  return NULL;
}

int64_t apus_test_may_own_network(void) {
  pthread_t thread;
  int64_t result = 0;
  int error = pthread_create(&thread, NULL, enter, &result);
  if (error != 0) return -error;
  pthread_join(thread, NULL);
  return result;
}
