/* The addresses of names. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* An address as one number; that of IPv4 is in low. */
typedef struct {
  uint64_t high, low;
  uint32_t zone, is_ipv6;
} apus_address;

/* The number of a network interface, or -errno. */
int64_t apus_interface(const char *name);

/* There is no such name, or it has no address; its servers did not answer. */
static const int64_t APUS_NAME_UNKNOWN = -100000, APUS_NAME_TEMPORARY = -100001;

/* Looks a name up, and blocks: how many addresses were written, the best one first, one of the
 * two above, or -errno. */
int64_t apus_resolve(const char *name, apus_address *found, size_t capacity);
