/* The memory of this process, for tests of secrets and leaks. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns the number of pieces of a secret in this process's writable memory, or -errno.
 *
 * A piece is eight bytes that start at a multiple of eight, so that each copy of n bytes counts n /
 * 8, and a partial copy is found too. Each byte of the secret is passed XORed with mask, so that
 * the call makes no copy; it should have no zero byte, because most memory contains only those. */
int64_t apus_test_pieces_in_memory(const uint8_t *masked, size_t count, uint8_t mask);

/* Returns the number of bytes that the program has allocated from glibc and not freed. */
int64_t apus_test_heap_bytes(void);

/* Returns the number of bytes of this process in memory, or the largest number until now; or
 * -errno. */
int64_t apus_test_resident_bytes(void);
int64_t apus_test_peak_bytes(void);
