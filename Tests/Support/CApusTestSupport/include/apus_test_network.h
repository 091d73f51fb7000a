/* A network of a test's own, in which nothing reaches the machine's. */
#pragma once

#include <stdint.h>

/* Gives this thread, and the programs that it starts, a network with nothing in it; it ends with
 * the thread and the last socket made there: 0, or -errno. */
int64_t apus_test_enter_own_network(void);

/* Has that network reach itself: 0, or -errno. */
int64_t apus_test_raise_loopback(void);

/* Gives connections of that network the ports from first to last alone: 0, or -errno. */
int64_t apus_test_limit_ports(int first, int last);

typedef enum {
  APUS_TEST_USER_TIMEOUT, /* milliseconds */
  APUS_TEST_KEEP_ALIVE,
  APUS_TEST_KEEP_ALIVE_IDLE,     /* seconds */
  APUS_TEST_KEEP_ALIVE_INTERVAL, /* seconds */
  APUS_TEST_KEEP_ALIVE_COUNT,
} apus_test_option;

/* What an option of a socket is set to, or -errno. */
int64_t apus_test_socket_option(int socket, apus_test_option option);

/* Whether a thread may do that: 0, or -errno. */
int64_t apus_test_may_own_network(void);
