#define _GNU_SOURCE
#include "apus_test_network.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>

int64_t apus_test_enter_own_network(void) { return unshare(CLONE_NEWNET) < 0 ? -errno : 0; }

static void *enter(void *result) {
  *(int64_t *)result = apus_test_enter_own_network();
  return NULL;
}

int64_t apus_test_may_own_network(void) {
  pthread_t thread;
  int64_t result = 0;
  int error = pthread_create(&thread, NULL, enter, &result);
  if (error != 0) return -error;
  pthread_join(thread, NULL);
  return result;
}
