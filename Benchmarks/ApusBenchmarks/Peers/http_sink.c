/* A server for uploads, one connection after the other, on the listening socket at descriptor 3:
 * drops the received bytes without a copy, and responds after the last one. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/* Serves one request: 0 if another may follow. */
static int serve(int socket) {
  char head[4096], *end = NULL;
  size_t count = 0;
  while (end == NULL) {
    ssize_t got = recv(socket, head + count, sizeof head - 1 - count, 0);
    if (got <= 0) return -1;
    count += (size_t)got;
    head[count] = 0;
    end = strstr(head, "\r\n\r\n");
  }
  char *length = strcasestr(head, "\r\nContent-Length:");
  if (length == NULL) return -1;
  long left = strtol(length + 17, NULL, 10) - (head + count - end - 4);
  while (left > 0) {
    ssize_t got = recv(socket, NULL, left < 1 << 20 ? (size_t)left : 1 << 20, MSG_TRUNC);
    if (got <= 0) return -1;
    left -= got;
  }
  ssize_t sent = send(socket, answer, sizeof answer - 1, MSG_NOSIGNAL);
  return sent == sizeof answer - 1 ? 0 : -1;
}

int main(void) {
  for (;;) {
    int socket = accept(3, NULL, NULL);
    if (socket < 0) return 1;
    while (serve(socket) == 0) {}
    close(socket);
  }
}
