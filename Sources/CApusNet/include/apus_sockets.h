/* Stream sockets and the poller. A call returns a result, or -errno with the number of Linux. Every
 * descriptor is close-on-exec and non-blocking, and none raises SIGPIPE. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Families and addresses have the form of Linux on all systems:
 *
 *     family (2 bytes, own order: 1 path, 2 IPv4, 10 IPv6), then
 *     IPv4: port (2), address (4), zeros (8)
 *     IPv6: port (2), flow (4), address (16), zone (4, own order)
 *     path: its bytes and a zero
 */
int64_t apus_socket(int family);
int64_t apus_bind(int socket, const void *address, size_t count);
int64_t apus_listen(int socket, int backlog);

/* -EINPROGRESS if the connection has begun; the socket becomes ready when it is established. */
int64_t apus_connect(int socket, const void *address, size_t count);
int64_t apus_accept(int listener);

/* The maximum length of a socket path. */
#if defined(__linux__)
enum { APUS_LONGEST_SOCKET_PATH = 107 };
#else
enum { APUS_LONGEST_SOCKET_PATH = 103 };
#endif

/* Writes the local or the peer's address; returns its length. */
int64_t apus_socket_address(int socket, int of_peer, void *address, size_t capacity);

/* 0 if the connection is established, or -ENOTCONN. */
int64_t apus_has_peer(int socket);

/* Returns and clears the pending error of the socket: 0, or -errno. */
int64_t apus_take_socket_error(int socket);

typedef enum {
  APUS_NO_DELAY,
  APUS_KEEP_ALIVE,
  APUS_KEEP_ALIVE_IDLE,     /* seconds */
  APUS_KEEP_ALIVE_INTERVAL, /* seconds */
  APUS_KEEP_ALIVE_COUNT,
  APUS_USER_TIMEOUT, /* milliseconds */
  APUS_REUSE_ADDRESS,
  APUS_IPV6_ONLY,
  APUS_SEND_BUFFER,
  APUS_RECEIVE_BUFFER,
} apus_option;

int64_t apus_set_option(int socket, apus_option option, int value);

/* Returns the number of bytes that are sent but not acknowledged, including queued ones. */
int64_t apus_unacknowledged(int socket);

/* Makes close drop unsent bytes, and a TCP peer receive a reset. */
int64_t apus_discard_on_close(int socket);

/* Returns the number of received bytes, and 0 after the peer's last byte. */
int64_t apus_receive(int socket, void *memory, size_t count);

/* 1 if a byte is available, 0 after the peer's last byte, -EAGAIN otherwise. Takes no byte. */
int64_t apus_peek(int socket);

/* Returns the number of sent bytes. */
int64_t apus_send(int socket, const void *memory, size_t count);
int64_t apus_send_three(int socket, const void *first, size_t first_count, const void *second,
                        size_t second_count, const void *third, size_t third_count);
int64_t apus_send_file(int socket, int file, int64_t offset, size_t count);
int64_t apus_finish_sending(int socket);

/* A socket of NETLINK_ROUTE for queries about links, addresses and routes, or one that only
 * receives their changes. Change messages may be lost; then -ENOBUFS is returned once. On other
 * systems than Linux the calls return -EOPNOTSUPP. */
typedef enum {
  APUS_ROUTES_ASKS,
  APUS_ROUTES_HEARS_ALL,
  APUS_ROUTES_HEARS_ADDRESSES,
} apus_routes_use;

int64_t apus_routes_open(apus_routes_use use);

/* Returns the length of the next response, and 0 if it was not sent by the kernel; -EMSGSIZE if it
 * exceeds the capacity. */
int64_t apus_routes_receive(int socket, void *memory, size_t capacity);

/* A poller reports each change of a descriptor once, with the token that it was added with. */
typedef struct {
  uint64_t token;
  uint64_t ready;
} apus_event;

enum { APUS_READY_INPUT = 1, APUS_READY_OUTPUT = 2, APUS_READY_UNUSUAL = 4 };

int64_t apus_poller_open(void);
int64_t apus_poller_add(int poller, int descriptor, uint64_t token);
int64_t apus_poller_remove(int poller, int descriptor);

/* Waits for changes, without a timeout if milliseconds is -1: returns their number, 0 after a
 * signal. */
int64_t apus_poller_wait(int poller, apus_event *events, size_t capacity, int milliseconds);

/* The tokens of the two descriptors below. Sockets must have other tokens. */
static const uint64_t APUS_WAKE_TOKEN = UINT64_MAX, APUS_TIMER_TOKEN = UINT64_MAX - 1;

/* Opens a descriptor that ends the wait of a poller from another thread. */
int64_t apus_wake_open(int poller);
int64_t apus_wake(int wake);

/* Opens a timer that a poller reports once when the monotonic clock reaches a time. */
int64_t apus_timer_open(int poller);
int64_t apus_timer_set(int timer, uint64_t nanoseconds);
