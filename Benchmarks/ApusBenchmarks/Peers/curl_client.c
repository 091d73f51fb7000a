/* The work of tls_client.c as libcurl does it: one thread, one multi handle.
 *
 *   curl_client PORT ROOTS get|fresh|resumed|upload CONNECTIONS COUNT PATH [FILE]
 *
 * The first tenth is the warm-up. Prints the processor time of the rest in nanoseconds, the peak of
 * resident memory in KiB, and 0. */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static CURLM *multi;
static long to_start, to_end, file_count;
static int file = -1;

struct client {
  CURL *easy;
  long sent;
};

static void fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(1);
}

static size_t drop(char *bytes, size_t size, size_t count, void *client) {
  (void)bytes, (void)client;
  return size * count;
}

static size_t supply(char *bytes, size_t size, size_t count, void *owner) {
  struct client *client = owner;
  ssize_t got = pread(file, bytes, size * count, client->sent);
  if (got < 0) return CURL_READFUNC_ABORT;
  client->sent += got;
  return (size_t)got;
}

static void begin(struct client *client) {
  if (to_start == 0) return;
  to_start--;
  client->sent = 0;
  curl_multi_add_handle(multi, client->easy);
}

static void work(struct client *clients, int connections, long count) {
  to_start = to_end = count;
  for (int i = 0; i < connections; i++) begin(&clients[i]);
  while (to_end > 0) {
    int running, left;
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)) != NULL;) {
      if (message->msg != CURLMSG_DONE) continue;
      struct client *client;
      long status = 0;
      CURLcode result = message->data.result;
      CURL *easy = message->easy_handle;
      curl_easy_getinfo(easy, CURLINFO_PRIVATE, &client);
      curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
      if (result != CURLE_OK || status != 200) fail("transfer", curl_easy_strerror(result));
      curl_multi_remove_handle(multi, easy);
      to_end--;
      begin(client);
    }
    if (to_end > 0) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
}

static long processor_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

static long peak_kibibytes(void) {
  char line[256];
  long peak = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof line, status) != NULL)
    if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
  return peak;
}

int main(int argument_count, char **arguments) {
  if (argument_count < 7) return 2;
  int connections = atoi(arguments[4]);
  long count = atol(arguments[5]) * connections;
  int is_resumed = strcmp(arguments[3], "resumed") == 0;
  int is_fresh = is_resumed || strcmp(arguments[3], "fresh") == 0;
  char url[256];
  snprintf(url, sizeof url, "https://localhost:%s/%s", arguments[1], arguments[6]);
  if (argument_count > 7) {
    struct stat facts;
    file = open(arguments[7], O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &facts) != 0) fail(arguments[7], "cannot be read");
    file_count = facts.st_size;
  }
  curl_global_init(CURL_GLOBAL_ALL);
  multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)connections);
  CURLSH *share = curl_share_init();
  curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
  struct curl_slist *address = NULL;
  char rule[64];
  snprintf(rule, sizeof rule, "localhost:%s:127.0.0.1", arguments[1]);
  address = curl_slist_append(address, rule);
  struct client *clients = calloc((size_t)connections, sizeof *clients);
  for (int i = 0; i < connections; i++) {
    CURL *easy = clients[i].easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_RESOLVE, address);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, &clients[i]);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop);
    curl_easy_setopt(easy, CURLOPT_CAINFO, arguments[2]);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_3);
    curl_easy_setopt(easy, CURLOPT_TLS13_CIPHERS, "TLS_AES_128_GCM_SHA256");
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 65536L);
    curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, (long)is_resumed);
    if (is_resumed) curl_easy_setopt(easy, CURLOPT_SHARE, share);
    if (is_fresh) curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    if (file < 0) continue;
    curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, 65536L);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, supply);
    curl_easy_setopt(easy, CURLOPT_READDATA, &clients[i]);
    curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)file_count);
  }
  work(clients, connections, count > 10 ? count / 10 : 1);
  long start = processor_nanoseconds();
  work(clients, connections, count);
  printf("%ld %ld 0\n", processor_nanoseconds() - start, peak_kibibytes());
  return 0;
}
