/* libcurl: PROGRAM multi|easy WORKLOAD URL CONNECTIONSxCOUNT
 *
 * `multi` drives all transfers in one thread; `easy` has a thread for each connection. */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct transfer {
  CURL *easy;
  struct curl_slist *fields;
  long left, number;
};

static const char *workload, *base;
static char post[1100];

static void fail(const char *why) {
  fprintf(stderr, "curl: %s\n", why);
  exit(1);
}

static size_t drop(char *bytes, size_t size, size_t count, void *owner) {
  (void)bytes, (void)owner;
  return size * count;
}

/* The URL and the header fields of the next request. */
static void renew(struct transfer *transfer) {
  if (strcmp(workload, "mix") != 0) return;
  int port = 0;
  char scheme[8], url[256], field[64];
  long n = transfer->number;
  transfer->number += 8;
  sscanf(base, "%7[a-z]://%*[^:]:%d", scheme, &port);
  snprintf(url, sizeof url,
           "%s://127.0.0.%ld:%d/mix/users/%ld?page=%ld&sort=name&fields=id,name,grams", scheme,
           1 + n % 8, port, n * 7919 % 10007, n % 40);
  curl_easy_setopt(transfer->easy, CURLOPT_URL, url);
  curl_slist_free_all(transfer->fields);
  struct curl_slist *fields = curl_slist_append(NULL, "Accept: application/json");
  fields = curl_slist_append(fields, "Accept-Language: en-GB,en;q=0.8");
  snprintf(field, sizeof field, "X-Request-Id: %ld", n);
  fields = curl_slist_append(fields, field);
  snprintf(field, sizeof field, "X-Tenant: tenant-%ld", n % 20);
  fields = curl_slist_append(fields, field);
  transfer->fields = curl_slist_append(fields, "Cache-Control: no-cache");
  curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->fields);
}

static void prepare(struct transfer *transfer, long number) {
  CURL *easy = transfer->easy = curl_easy_init();
  transfer->number = number;
  curl_easy_setopt(easy, CURLOPT_URL, base);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  if (getenv("APUS_ROOTS") != NULL) curl_easy_setopt(easy, CURLOPT_CAINFO, getenv("APUS_ROOTS"));
  if (strcmp(workload, "fresh") == 0) {
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
  }
  if (strcmp(workload, "post") == 0) {
    transfer->fields = curl_slist_append(NULL, "Content-Type: application/json");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->fields);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, post);
  }
}

static void check(CURL *easy, CURLcode result) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  if (result != CURLE_OK) fail(curl_easy_strerror(result));
  if (status != 200) fail("another status than 200");
}

static void *run_easy(void *owner) {
  struct transfer *transfer = owner;
  for (; transfer->left > 0; transfer->left--) {
    renew(transfer);
    check(transfer->easy, curl_easy_perform(transfer->easy));
  }
  return NULL;
}

static void work_easy(struct transfer *transfers, int connections, long each) {
  pthread_t *threads = calloc((size_t)connections, sizeof *threads);
  for (int i = 0; i < connections; i++) {
    transfers[i].left = each;
    if (pthread_create(&threads[i], NULL, run_easy, &transfers[i]) != 0) fail("pthread_create");
  }
  for (int i = 0; i < connections; i++) pthread_join(threads[i], NULL);
  free(threads);
}

static void work_multi(CURLM *multi, struct transfer *transfers, int connections, long each) {
  int left = connections, running, queued;
  for (int i = 0; i < connections; i++) {
    transfers[i].left = each;
    renew(&transfers[i]);
    curl_multi_add_handle(multi, transfers[i].easy);
  }
  while (left > 0) {
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &queued)) != NULL;) {
      CURL *easy = message->easy_handle;
      struct transfer *transfer;
      check(easy, message->data.result);
      curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
      curl_multi_remove_handle(multi, easy);
      if (--transfer->left == 0) {
        left--;
        continue;
      }
      renew(transfer);
      curl_multi_add_handle(multi, easy);
    }
    if (left > 0) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
}

static long nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
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

int main(int argument_count, char **words) {
  int connections = 0;
  long count = 0;
  if (argument_count != 5 || sscanf(words[4], "%dx%ld", &connections, &count) != 2) return 2;
  int is_easy = strcmp(words[1], "easy") == 0;
  workload = words[2], base = words[3];
  snprintf(post, sizeof post, "{\"id\":7,\"name\":\"Ada\",\"text\":\"%01000d\"}", 0);
  curl_global_init(CURL_GLOBAL_ALL);
  CURLM *multi = curl_multi_init();
  /* Each of eight hosts may have as many connections as there are transfers. */
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)connections * 8);
  struct transfer *transfers = calloc((size_t)connections, sizeof *transfers);
  for (int i = 0; i < connections; i++) prepare(&transfers[i], i);
  long first = count > 10 ? count / 10 : 1;
  if (is_easy) work_easy(transfers, connections, first);
  else work_multi(multi, transfers, connections, first);
  long processor = nanoseconds(CLOCK_PROCESS_CPUTIME_ID), wall = nanoseconds(CLOCK_MONOTONIC);
  if (is_easy) work_easy(transfers, connections, count);
  else work_multi(multi, transfers, connections, count);
  printf("{\"requests\":%ld,\"nanoseconds\":%ld,\"wall\":%ld,\"kibibytes\":%ld}\n",
         count * connections, nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor,
         nanoseconds(CLOCK_MONOTONIC) - wall, peak_kibibytes());
  return 0;
}
