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

/* Reserves a port of 127.0.0.1, or -errno: the kernel gives it to no one who asks for any port, and
 * a program that names it, and allows to share it as servers do, may listen there. */
int64_t apus_test_reserve_port(int *descriptor);

/* Ends that. */
void apus_test_release_port(int descriptor);

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
