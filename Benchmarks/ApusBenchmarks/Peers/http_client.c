/* An HTTP client in plain C with epoll: one thread, and only the length is checked.
 *
 *   http_client PORT get CONNECTIONS COUNT PATH        COUNT requests on each connection
 *   http_client PORT fresh CONNECTIONS COUNT PATH      a connection for each request
 *   http_client PORT upload CONNECTIONS COUNT PATH FILE
 *
 * or, like all clients of the suite, PROGRAM get|mix|post|fresh URL CONNECTIONSxCOUNT.
 * The first tenth is the warm-up. Prints the processor time of the rest in nanoseconds, and the
 * peak of resident memory in KiB. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HEAD = 4096, PIECE = 65536, BATCH = 256 };

struct client {
  int socket;
  int host;
  int head_count;
  long body_left; /* -1 while the head has not been received */
  long file_left;
  char head[HEAD];
};

static struct sockaddr_in server = {.sin_family = AF_INET};
static char request[4096], piece[PIECE];
static int poller, is_fresh, is_mix, file = -1;
static long request_count, file_count, mix_number, to_start, to_end;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

/* A client without a connection has a negative head length. */
static void dial(struct client *client) {
  int on = 1;
  client->head_count = -1;
  client->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct sockaddr_in address = server;
  if (is_mix) address.sin_addr.s_addr = htonl(0x7f000001 + (uint32_t)client->host);
  if (connect(client->socket, (struct sockaddr *)&address, sizeof address) != 0 &&
      errno != EINPROGRESS)
    fail("connect");
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
                              .data.ptr = client};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, client->socket, &event) != 0) fail("epoll_ctl");
}

/* Request number `number` of the realistic mix: other paths and queries, five header fields. */
static int write_mix(char *room, size_t size, const char *host, long number) {
  return snprintf(room, size,
                  "GET /mix/users/%ld?page=%ld&sort=name&fields=id,name,grams HTTP/1.1\r\n"
                  "Host: %s:%d\r\nAccept: application/json\r\n"
                  "Accept-Language: en-GB,en;q=0.8\r\nX-Request-Id: %ld\r\n"
                  "X-Tenant: tenant-%ld\r\nCache-Control: no-cache\r\n\r\n",
                  number * 7919 % 10007, number % 40, host, ntohs(server.sin_port), number,
                  number % 20);
}

/* Writes the next request, if requests differ. */
static void renew_request(struct client *client) {
  if (!is_mix) return;
  char host[32];
  snprintf(host, sizeof host, "127.0.0.%d", 1 + client->host);
  request_count = write_mix(request, sizeof request, host, mix_number++);
}

/* Begins the next request, if there is one. */
static void begin(struct client *client) {
  if (to_start == 0) return;
  to_start--;
  renew_request(client);
  client->head_count = 0;
  client->body_left = -1;
  client->file_left = file_count;
  if (send(client->socket, request, (size_t)request_count, MSG_NOSIGNAL) != request_count)
    fail("send");
}

static void push_file(struct client *client) {
  while (client->file_left > 0) {
    off_t from = file_count - client->file_left;
    ssize_t count = sendfile(client->socket, file, &from, (size_t)client->file_left);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) fail("sendfile");
    client->file_left -= count;
  }
}

static void finish(struct client *client) {
  to_end--;
  if (is_fresh) {
    close(client->socket);
    client->socket = -1;
    if (to_start > 0) dial(client);
  } else {
    begin(client);
    push_file(client);
  }
}

/* Reads the head once it is complete. */
static void read_head(struct client *client) {
  client->head[client->head_count] = 0;
  char *end = strstr(client->head, "\r\n\r\n");
  if (end == NULL) return;
  char *length = strcasestr(client->head, "\r\nContent-Length:");
  if (strncmp(client->head, "HTTP/1.1 200", 12) != 0 || length == NULL) fail(client->head);
  client->body_left = strtol(length + 17, NULL, 10) - (client->head + client->head_count - end - 4);
}

static void receive(struct client *client) {
  for (;;) {
    int in_head = client->body_left < 0;
    char *room = in_head ? client->head + client->head_count : piece;
    size_t free = in_head ? (size_t)(HEAD - 1 - client->head_count) : PIECE;
    ssize_t count = recv(client->socket, room, free, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) fail("recv");
    if (in_head) {
      client->head_count += (int)count;
      read_head(client);
    } else {
      client->body_left -= count;
    }
    if (client->body_left == 0) return finish(client);
    if ((size_t)count < free) return;
  }
}

/* Makes a number of requests on the existing connections, or on new ones. */
static void work(struct client *clients, int connections, long count) {
  to_start = to_end = count;
  for (int i = 0; i < connections && to_start > 0; i++) {
    if (is_fresh) dial(&clients[i]);
    else { begin(&clients[i]); push_file(&clients[i]); }
  }
  while (to_end > 0) {
    struct epoll_event events[BATCH];
    int found = epoll_wait(poller, events, BATCH, -1);
    for (int i = 0; i < found; i++) {
      struct client *client = events[i].data.ptr;
      if (is_fresh && client->head_count < 0) {
        if (events[i].events & EPOLLOUT) begin(client);
        continue;
      }
      if (events[i].events & EPOLLOUT && client->file_left > 0) push_file(client);
      if (events[i].events & EPOLLIN) receive(client);
    }
  }
}

static long nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

static long wall_nanoseconds(void) { return nanoseconds(CLOCK_MONOTONIC); }

static long processor_nanoseconds(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

static long peak_kibibytes(void) {
  char line[256];
  long peak = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof line, status) != NULL)
    if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
  return peak;
}

/* PROGRAM WORKLOAD URL CONNECTIONSxCOUNT, which prints one line of JSON. */
static int run_contract(char **words) {
  int port = 0, connections = 0;
  long count = 0;
  char host[64], path[128], body[2048];
  if (sscanf(words[1], "%*[a-z]://%63[^:]:%d/%127s", host, &port, path) != 3 ||
      sscanf(words[2], "%dx%ld", &connections, &count) != 2)
    return 2;
  server.sin_port = htons((uint16_t)port);
  inet_pton(AF_INET, "127.0.0.1", &server.sin_addr);
  is_fresh = strcmp(words[0], "fresh") == 0;
  is_mix = strcmp(words[0], "mix") == 0;
  count *= connections;
  int is_post = strcmp(words[0], "post") == 0;
  memset(body, 0, sizeof body);
  if (is_post) {
    int at = snprintf(body, sizeof body, "{\"id\":7,\"name\":\"Ada\",\"text\":\"");
    memset(body + at, 'x', 1000);
    snprintf(body + at + 1000, sizeof body - (size_t)at - 1000, "\"}");
  }
  request_count = snprintf(
      request, sizeof request, is_post ? "POST /%s HTTP/1.1\r\nHost: %s:%d\r\n%s%zu\r\n\r\n%s"
                                       : "GET /%s HTTP/1.1\r\nHost: %s:%d\r\n%s",
      path, host, port,
      is_post ? "Content-Type: application/json\r\nContent-Length: "
              : is_fresh ? "Connection: close\r\n\r\n" : "\r\n",
      strlen(body), body);
  poller = epoll_create1(EPOLL_CLOEXEC);
  struct client *clients = calloc((size_t)connections, sizeof *clients);
  for (int i = 0; i < connections; i++) clients[i].host = i % 8;
  for (int i = 0; i < connections && !is_fresh; i++) dial(&clients[i]);
  work(clients, connections, count > 10 ? count / 10 : 1);
  long start = processor_nanoseconds(), wall = wall_nanoseconds();
  work(clients, connections, count);
  printf("{\"requests\":%ld,\"nanoseconds\":%ld,\"wall\":%ld,\"kibibytes\":%ld}\n", count,
         processor_nanoseconds() - start, wall_nanoseconds() - wall, peak_kibibytes());
  return 0;
}

int main(int argument_count, char **arguments) {
  if (argument_count == 4) return run_contract(arguments + 1);
  if (argument_count < 6) return 2;
  server.sin_port = htons((uint16_t)atoi(arguments[1]));
  inet_pton(AF_INET, "127.0.0.1", &server.sin_addr);
  is_fresh = strcmp(arguments[2], "fresh") == 0;
  int connections = atoi(arguments[3]);
  long count = atol(arguments[4]) * connections;
  if (argument_count > 6) {
    struct stat facts;
    file = open(arguments[6], O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &facts) != 0) fail(arguments[6]);
    file_count = facts.st_size;
    request_count =
        snprintf(request, sizeof request,
                 "PUT /%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Length: %ld\r\n\r\n",
                 arguments[5], arguments[1], file_count);
  } else {
    request_count = snprintf(request, sizeof request,
                             "GET /%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%s\r\n", arguments[5],
                             arguments[1], is_fresh ? "Connection: close\r\n" : "");
  }
  poller = epoll_create1(EPOLL_CLOEXEC);
  struct client *clients = calloc((size_t)connections, sizeof *clients);
  for (int i = 0; i < connections && !is_fresh; i++) dial(&clients[i]);
  work(clients, connections, count / 10);
  long start = processor_nanoseconds();
  work(clients, connections, count);
  printf("%ld %ld\n", processor_nanoseconds() - start, peak_kibibytes());
  return 0;
}
