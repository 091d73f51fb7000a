/* The number of a thread's allocations, for tests of code that must not allocate. */
#pragma once

#include <stdint.h>

/* Returns the number of this thread's allocations so far, or -ENOTSUP with a sanitizer or without
 * glibc. */
int64_t apus_test_allocations(void);
