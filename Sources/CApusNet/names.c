#include "platform.h"

#include "apus_names.h"

#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "result.h"

static uint64_t number(const uint8_t *octets, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | octets[i];
  return value;
}

static apus_address address(const struct addrinfo *entry) {
  if (entry->ai_family == AF_INET) {
    const struct sockaddr_in *ipv4 = (const void *)entry->ai_addr;
    return (apus_address){.low = ntohl(ipv4->sin_addr.s_addr)};
  }
  const struct sockaddr_in6 *ipv6 = (const void *)entry->ai_addr;
  const uint8_t *octets = ipv6->sin6_addr.s6_addr;
  return (apus_address){.high = number(octets, 8), .low = number(octets + 8, 8),
                        .zone = ipv6->sin6_scope_id, .is_ipv6 = 1};
}

int64_t apus_interface(const char *name) {
  unsigned number = if_nametoindex(name);
  return number > 0 ? (int64_t)number : apus_failure(errno);
}

int64_t apus_resolve(const char *name, apus_address *found, size_t capacity) {
  const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
  struct addrinfo *list = NULL;
  errno = 0;
  int result = getaddrinfo(name, NULL, &wanted, &list);
  int reason = errno;
  /* A process without a free descriptor has sent no query, whatever the result is. */
  if (result != 0 && (reason == EMFILE || reason == ENFILE)) return apus_failure(reason);
  if (result == EAI_NONAME) return APUS_NAME_UNKNOWN;
#ifdef EAI_NODATA
  if (result == EAI_NODATA) return APUS_NAME_UNKNOWN;
#endif
#ifdef EAI_ADDRFAMILY
  if (result == EAI_ADDRFAMILY) return APUS_NAME_UNKNOWN;
#endif
  if (result == EAI_AGAIN || result == EAI_FAIL) return APUS_NAME_TEMPORARY;
  if (result == EAI_MEMORY) return apus_failure(ENOMEM);
  if (result != 0) return apus_failure(reason != 0 ? reason : EIO);
  size_t count = 0;
  for (const struct addrinfo *entry = list; entry != NULL && count < capacity;
       entry = entry->ai_next) {
    if (entry->ai_family == AF_INET || entry->ai_family == AF_INET6) {
      found[count++] = address(entry);
    }
  }
  freeaddrinfo(list);
  return (int64_t)count;
}
