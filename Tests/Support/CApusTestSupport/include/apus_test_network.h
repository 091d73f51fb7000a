/* A separate network for a test, which is isolated from the machine's. */
#pragma once

#include <stdint.h>

/* Gives this thread, and the programs that it starts, an empty network namespace; it ends with the
 * thread and the last socket made there: 0, or -errno. */
int64_t apus_test_enter_own_network(void);

/* Enables the loopback interface of that network: 0, or -errno. */
int64_t apus_test_raise_loopback(void);

/* Limits the connections of that network to the ports from first to last: 0, or -errno. */
int64_t apus_test_limit_ports(int first, int last);

/* Reserves a port of 127.0.0.1, or returns -errno: the kernel never chooses it as a free port, but
 * a program may listen on it explicitly if it shares the port, as servers do. */
int64_t apus_test_reserve_port(int *descriptor);

/* Releases the port. */
void apus_test_release_port(int descriptor);

typedef enum {
  APUS_TEST_USER_TIMEOUT, /* milliseconds */
  APUS_TEST_KEEP_ALIVE,
  APUS_TEST_KEEP_ALIVE_IDLE,     /* seconds */
  APUS_TEST_KEEP_ALIVE_INTERVAL, /* seconds */
  APUS_TEST_KEEP_ALIVE_COUNT,
} apus_test_option;

/* Returns the value of a socket option, or -errno. */
int64_t apus_test_socket_option(int socket, apus_test_option option);

/* Returns whether a thread may do that: 0, or -errno. */
int64_t apus_test_may_own_network(void);
