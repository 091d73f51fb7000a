/* Forbidden operations on descriptors, which test the checks for them. */
#pragma once

#include <stdint.h>

/* Performs one of `open`, `socket`, `accept`, `pipe`, `dup`, `fcntl`, `send`, `write`, `signal` and
 * `inherited`: 0, or -errno. */
int64_t apus_test_breach(const char *name);
