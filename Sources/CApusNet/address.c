/* An address of macOS begins with its length, and has other family numbers and shorter paths. */
#include "platform.h"

#include "address.h"

#if !defined(__linux__)

#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/un.h>

#include "apus_sockets.h"

enum { unix_family = 1, ipv4_family = 2, ipv6_family = 10 };
enum { ipv4_length = 16, ipv6_length = 28, path_offset = 2 };

_Static_assert(sizeof((struct sockaddr_un *)0)->sun_path == APUS_LONGEST_SOCKET_PATH + 1,
               "the longest path of a socket");

int apus_native_family(int family) {
  switch (family) {
    case unix_family: return AF_UNIX;
    case ipv4_family: return AF_INET;
    case ipv6_family: return AF_INET6;
    default: return -1;
  }
}

/*   Linux:  family (2, own order), port (2), IPv4 (4), zeros (8)
 *           family, port, flow (4), IPv6 (16), zone (4, own order)
 *           family, path */
int64_t apus_native_address(const void *form, size_t count, struct sockaddr_storage *native) {
  const uint8_t *bytes = form;
  uint16_t family = 0;
  if (count >= sizeof family) memcpy(&family, bytes, sizeof family);
  memset(native, 0, sizeof *native);
  if (family == ipv4_family && count == ipv4_length) {
    struct sockaddr_in *ipv4 = (void *)native;
    memcpy(&ipv4->sin_port, bytes + 2, 2);
    memcpy(&ipv4->sin_addr, bytes + 4, 4);
    native->ss_len = sizeof *ipv4;
  } else if (family == ipv6_family && count == ipv6_length) {
    struct sockaddr_in6 *ipv6 = (void *)native;
    memcpy(&ipv6->sin6_port, bytes + 2, 2);
    memcpy(&ipv6->sin6_flowinfo, bytes + 4, 4);
    memcpy(&ipv6->sin6_addr, bytes + 8, 16);
    memcpy(&ipv6->sin6_scope_id, bytes + 24, 4);
    native->ss_len = sizeof *ipv6;
  } else if (family == unix_family &&
             count <= path_offset + sizeof((struct sockaddr_un *)0)->sun_path) {
    struct sockaddr_un *path = (void *)native;
    memcpy(path->sun_path, bytes + path_offset, count - path_offset);
    native->ss_len = (uint8_t)(offsetof(struct sockaddr_un, sun_path) + count - path_offset);
  } else {
    return apus_failure(EAFNOSUPPORT);
  }
  native->ss_family = (sa_family_t)apus_native_family(family);
  return native->ss_len;
}

int64_t apus_form_of_address(const struct sockaddr_storage *native, socklen_t length, void *form,
                             size_t capacity) {
  uint8_t bytes[sizeof *native + 2] = {0};
  uint16_t family = 0;
  size_t count = 0;
  if (native->ss_family == AF_INET && length >= sizeof(struct sockaddr_in)) {
    const struct sockaddr_in *ipv4 = (const void *)native;
    family = ipv4_family, count = ipv4_length;
    memcpy(bytes + 2, &ipv4->sin_port, 2);
    memcpy(bytes + 4, &ipv4->sin_addr, 4);
  } else if (native->ss_family == AF_INET6 && length >= sizeof(struct sockaddr_in6)) {
    const struct sockaddr_in6 *ipv6 = (const void *)native;
    family = ipv6_family, count = ipv6_length;
    memcpy(bytes + 2, &ipv6->sin6_port, 2);
    memcpy(bytes + 4, &ipv6->sin6_flowinfo, 4);
    memcpy(bytes + 8, &ipv6->sin6_addr, 16);
    memcpy(bytes + 24, &ipv6->sin6_scope_id, 4);
  } else if (native->ss_family == AF_UNIX) {
    const struct sockaddr_un *path = (const void *)native;
    const size_t start = offsetof(struct sockaddr_un, sun_path);
    const size_t path_length = length > start ? length - start : 0;
    family = unix_family, count = path_offset + path_length;
    if (count > sizeof bytes) count = sizeof bytes;
    memcpy(bytes + path_offset, path->sun_path, count - path_offset);
  }
  memcpy(bytes, &family, sizeof family);
  memcpy(form, bytes, count < capacity ? count : capacity);
  return (int64_t)count;
}

#endif
