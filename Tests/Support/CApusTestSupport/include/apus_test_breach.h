/* What must not be done with descriptors, so that a watch over it can be seen to work. */
#pragma once

#include <stdint.h>

/* Does one of `open`, `socket`, `accept`, `pipe`, `dup`, `fcntl`, `send`, `write`, `signal` and
 * `inherited`: 0, or -errno. */
int64_t apus_test_breach(const char *name);
