/* An HTTPS client in plain C with epoll and OpenSSL: one thread, and only the chain, the name and
 * the length are checked.
 *
 *   tls_client PORT ROOTS get CONNECTIONS COUNT PATH        COUNT requests on each connection
 *   tls_client PORT ROOTS fresh CONNECTIONS COUNT PATH      a connection for each request
 *   tls_client PORT ROOTS resumed CONNECTIONS COUNT PATH    the same in a session of an earlier one
 *   tls_client PORT ROOTS upload CONNECTIONS COUNT PATH FILE
 *
 * or, like all clients of the suite, PROGRAM get|mix|post|fresh URL CONNECTIONSxCOUNT.
 * The first tenth is the warm-up. Prints the processor time of the rest in nanoseconds, the peak of
 * resident memory in KiB, and the number of resumed connections. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HEAD = 4096, PIECE = 65536, BATCH = 256 };

struct client {
  int socket;
  int host;
  int head_count; /* -1 during the handshake */
  long body_left; /* -1 while the head has not been received */
  long file_left;
  SSL *tls;
  char head[HEAD];
};

static struct sockaddr_in server = {.sin_family = AF_INET};
static SSL_CTX *context;
static SSL_SESSION *session;
static char request[4096], piece[PIECE];
static int poller, is_fresh, is_mix, is_resumed, file = -1;
static long request_count, file_count, mix_number, to_start, to_end, resumed_count;

static void fail(const char *what) {
  perror(what);
  ERR_print_errors_fp(stderr);
  exit(1);
}

static int keep(SSL *tls, SSL_SESSION *new) {
  (void)tls;
  SSL_SESSION_free(session);
  session = new;
  return 1;
}

static void dial(struct client *client) {
  int on = 1;
  client->head_count = -1;
  client->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct sockaddr_in address = server;
  char host[32] = "localhost";
  if (is_mix) {
    address.sin_addr.s_addr = htonl(0x7f000001 + (uint32_t)client->host);
    snprintf(host, sizeof host, "127.0.0.%d", 1 + client->host);
  }
  if (connect(client->socket, (struct sockaddr *)&address, sizeof address) != 0 &&
      errno != EINPROGRESS)
    fail("connect");
  client->tls = SSL_new(context);
  SSL_set_fd(client->tls, client->socket);
  if (is_mix) {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(client->tls), host);
  } else {
    SSL_set_tlsext_host_name(client->tls, host);
    SSL_set1_host(client->tls, host);
  }
  if (is_resumed && session != NULL) SSL_set_session(client->tls, session);
  SSL_set_connect_state(client->tls);
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
                              .data.ptr = client};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, client->socket, &event) != 0) fail("epoll_ctl");
}

/* 0 if the call must be repeated later. */
static int check(struct client *client, int result) {
  if (result > 0) return result;
  int error = SSL_get_error(client->tls, result);
  if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) fail("TLS");
  return 0;
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
  if (check(client, SSL_write(client->tls, request, (int)request_count)) != request_count)
    fail("SSL_write");
}

static void push_file(struct client *client) {
  while (client->file_left > 0) {
    ssize_t count = pread(file, piece, PIECE, file_count - client->file_left);
    if (count <= 0) fail("pread");
    int sent = check(client, SSL_write(client->tls, piece, (int)count));
    if (sent == 0) return;
    client->file_left -= sent;
  }
}

static void finish(struct client *client) {
  to_end--;
  if (is_fresh) {
    resumed_count += SSL_session_reused(client->tls);
    SSL_shutdown(client->tls);
    SSL_free(client->tls);
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
    int free = in_head ? HEAD - 1 - client->head_count : PIECE;
    int count = check(client, SSL_read(client->tls, room, free));
    if (count == 0) return;
    if (in_head) {
      client->head_count += count;
      read_head(client);
    } else {
      client->body_left -= count;
    }
    if (client->body_left == 0) return finish(client);
  }
}

/* Makes a number of requests on the existing connections, or on new ones. */
static void work(struct client *clients, int connections, long count) {
  to_start = to_end = count;
  for (int i = 0; i < connections && to_start > 0; i++) {
    if (clients[i].tls == NULL || is_fresh) dial(&clients[i]);
    else { begin(&clients[i]); push_file(&clients[i]); }
  }
  while (to_end > 0) {
    struct epoll_event events[BATCH];
    int found = epoll_wait(poller, events, BATCH, -1);
    for (int i = 0; i < found; i++) {
      struct client *client = events[i].data.ptr;
      if (client->head_count < 0) {
        if (check(client, SSL_do_handshake(client->tls)) == 0) continue;
        begin(client);
        push_file(client);
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

static void make_context(const char *roots) {
  context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  /* One read per record, including its header, as our client does it. */
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  if (is_resumed) SSL_CTX_sess_set_new_cb(context, keep);
  if (SSL_CTX_load_verify_locations(context, roots, NULL) != 1) fail(roots);
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
  make_context(getenv("APUS_ROOTS"));
  poller = epoll_create1(EPOLL_CLOEXEC);
  struct client *clients = calloc((size_t)connections, sizeof *clients);
  for (int i = 0; i < connections; i++) clients[i].host = i % 8;
  work(clients, connections, count > 10 ? count / 10 : 1);
  long start = processor_nanoseconds(), wall = wall_nanoseconds();
  work(clients, connections, count);
  printf("{\"requests\":%ld,\"nanoseconds\":%ld,\"wall\":%ld,\"kibibytes\":%ld}\n", count,
         processor_nanoseconds() - start, wall_nanoseconds() - wall, peak_kibibytes());
  return 0;
}

int main(int argument_count, char **arguments) {
  if (argument_count == 4) return run_contract(arguments + 1);
  if (argument_count < 7) return 2;
  server.sin_port = htons((uint16_t)atoi(arguments[1]));
  inet_pton(AF_INET, "127.0.0.1", &server.sin_addr);
  is_resumed = strcmp(arguments[3], "resumed") == 0;
  is_fresh = is_resumed || strcmp(arguments[3], "fresh") == 0;
  make_context(arguments[2]);
  int connections = atoi(arguments[4]);
  long count = atol(arguments[5]) * connections;
  if (argument_count > 7) {
    struct stat facts;
    file = open(arguments[7], O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &facts) != 0) fail(arguments[7]);
    file_count = facts.st_size;
    request_count =
        snprintf(request, sizeof request,
                 "PUT /%s HTTP/1.1\r\nHost: localhost:%s\r\nContent-Length: %ld\r\n\r\n",
                 arguments[6], arguments[1], file_count);
  } else {
    request_count = snprintf(request, sizeof request,
                             "GET /%s HTTP/1.1\r\nHost: localhost:%s\r\n%s\r\n", arguments[6],
                             arguments[1], is_fresh ? "Connection: close\r\n" : "");
  }
  poller = epoll_create1(EPOLL_CLOEXEC);
  struct client *clients = calloc((size_t)connections, sizeof *clients);
  work(clients, connections, count > 10 ? count / 10 : 1);
  resumed_count = 0;
  long start = processor_nanoseconds();
  work(clients, connections, count);
  printf("%ld %ld %ld\n", processor_nanoseconds() - start, peak_kibibytes(), resumed_count);
  return 0;
}
