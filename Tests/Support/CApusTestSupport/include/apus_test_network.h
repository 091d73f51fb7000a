/* A network of a test's own, in which nothing reaches the machine's. */
#pragma once

#include <stdint.h>

/* Gives this thread, and the programs that it starts, a network with nothing in it; it ends with
 * the thread and the last socket made there: 0, or -errno. */
int64_t apus_test_enter_own_network(void);

/* Whether a thread may do that: 0, or -errno. */
int64_t apus_test_may_own_network(void);
