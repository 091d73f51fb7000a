/* What this process still holds in memory, for tests of what it must not. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* How many pieces of a secret stand anywhere in this process's writable memory, or -errno.
 *
 * A piece is eight bytes that start at a multiple of eight, so that each copy of n bytes counts
 * n / 8, and a copy of a part is found too. The secret is given with each byte XORed with mask,
 * so that asking for it plants no copy; it should have no zero byte, which is all that most
 * memory holds. */
int64_t apus_test_pieces_in_memory(const uint8_t *masked, size_t count, uint8_t mask);

/* How many bytes the program has asked for and not given back, as far as glibc hands them out. */
int64_t apus_test_heap_bytes(void);
