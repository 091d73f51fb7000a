/* How often a thread asks for memory, for tests of what must not. */
#pragma once

#include <stdint.h>

/* How often this thread has asked for memory so far, or -ENOTSUP with a sanitizer or without
 * glibc. */
int64_t apus_test_allocations(void);
