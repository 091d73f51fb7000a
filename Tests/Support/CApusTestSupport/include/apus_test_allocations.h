/* How often a thread asks for memory, for tests of what must not. */
#pragma once

#include <stdint.h>

/* How often this thread has asked for memory so far, or -ENOTSUP where a sanitizer hands it out. */
int64_t apus_test_allocations(void);
