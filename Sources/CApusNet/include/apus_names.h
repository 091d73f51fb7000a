/* The addresses of names. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* An address as one number; an IPv4 address is in low. */
typedef struct {
  uint64_t high, low;
  uint32_t zone, is_ipv6;
} apus_address;

/* The number of a network interface, or -errno. */
int64_t apus_interface(const char *name);

/* The name does not exist, or has no address; its servers did not respond. */
static const int64_t APUS_NAME_UNKNOWN = -100000, APUS_NAME_TEMPORARY = -100001;

/* Looks up a name, and blocks: returns the number of written addresses, the best one first, one of
 * the two codes above, or -errno. */
int64_t apus_resolve(const char *name, apus_address *found, size_t capacity);
