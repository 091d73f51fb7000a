/* One exchange in plain C with epoll: a message in each direction.
 *
 * As a library this is the client, which a benchmark calls in its own process. As a program it is
 * the server on the listening socket at descriptor 3. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MESSAGE = 1024, BATCH = 256 };

/* One end of a connection, with the number of received bytes of the message. */
struct end {
  int socket;
  int received;
  long exchanges;
};

static const char message[MESSAGE];

void pin_to_core(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

static int watch(int poller, struct end *end) {
  int on = 1;
  setsockopt(end->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.ptr = end};
  return epoll_ctl(poller, EPOLL_CTL_ADD, end->socket, &event);
}

/* Takes the received bytes: 1 for a complete message, 0 for less, -1 at the end. */
static int take(struct end *end) {
  char bytes[MESSAGE];
  for (;;) {
    int wanted = MESSAGE - end->received;
    ssize_t count = recv(end->socket, bytes, (size_t)wanted, MSG_DONTWAIT);
    if (count == 0) return -1;
    if (count < 0) return errno == EAGAIN ? 0 : -1;
    end->received += (int)count;
    if (end->received == MESSAGE) {
      end->received = 0;
      return 1;
    }
  }
}

static int give(struct end *end) {
  return send(end->socket, message, MESSAGE, MSG_NOSIGNAL | MSG_DONTWAIT) == MESSAGE ? 0 : -1;
}

/* Opens connections, makes a number of exchanges on each, and closes them: 0 on success. */
int ping_pong_client(int port, int connections, long exchanges) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  struct end *ends = calloc((size_t)connections, sizeof *ends);
  int poller = epoll_create1(EPOLL_CLOEXEC);
  int failures = 0, open = connections;
  for (int i = 0; i < connections; i++) {
    ends[i] = (struct end){.socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0),
                           .exchanges = exchanges};
    failures += connect(ends[i].socket, (struct sockaddr *)&address, sizeof address) != 0;
    failures += watch(poller, &ends[i]) != 0 || give(&ends[i]) != 0;
  }
  while (open > 0 && failures == 0) {
    struct epoll_event events[BATCH];
    int count = epoll_wait(poller, events, BATCH, -1);
    for (int i = 0; i < count; i++) {
      struct end *end = events[i].data.ptr;
      int taken = take(end);
      failures += taken < 0;
      if (taken != 1) continue;
      if (--end->exchanges == 0) open--;
      else failures += give(end) != 0;
    }
  }
  for (int i = 0; i < connections; i++) close(ends[i].socket);
  close(poller);
  free(ends);
  return failures;
}

int main(int count, char **arguments) {
  struct end listener = {.socket = 3};
  if (count > 1) pin_to_core(atoi(arguments[1]));
  int poller = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = &listener};
  epoll_ctl(poller, EPOLL_CTL_ADD, listener.socket, &event);
  for (;;) {
    struct epoll_event events[BATCH];
    int found = epoll_wait(poller, events, BATCH, -1);
    for (int i = 0; i < found; i++) {
      struct end *end = events[i].data.ptr;
      if (end == &listener) {
        struct end *new = calloc(1, sizeof *new);
        new->socket = accept4(listener.socket, NULL, NULL, SOCK_CLOEXEC);
        if (new->socket < 0 || watch(poller, new) != 0) return 1;
        continue;
      }
      int taken;
      while ((taken = take(end)) == 1) give(end);
      if (taken == 0) continue;
      close(end->socket);
      free(end);
    }
  }
}
