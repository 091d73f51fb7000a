#include "platform.h"

#include "apus_threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "result.h"

struct apus_lock {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
};

apus_lock *apus_lock_make(void) {
  apus_lock *lock = malloc(sizeof *lock);
  if (lock == NULL) abort();
  pthread_mutex_init(&lock->mutex, NULL);
  pthread_cond_init(&lock->changed, NULL);
  return lock;
}

void apus_lock_free(apus_lock *lock) {
  pthread_cond_destroy(&lock->changed);
  pthread_mutex_destroy(&lock->mutex);
  free(lock);
}

void apus_lock_take(apus_lock *lock) { pthread_mutex_lock(&lock->mutex); }
void apus_lock_give(apus_lock *lock) { pthread_mutex_unlock(&lock->mutex); }
void apus_lock_await(apus_lock *lock) { pthread_cond_wait(&lock->changed, &lock->mutex); }
void apus_lock_notify(apus_lock *lock) { pthread_cond_signal(&lock->changed); }

int apus_forked_flag;

static void note_fork(void) { __atomic_store_n(&apus_forked_flag, 1, __ATOMIC_RELAXED); }
static void watch_forks(void) { pthread_atfork(NULL, NULL, note_fork); }

int64_t apus_thread_start(size_t stack, void *(*body)(void *), void *context) {
  static pthread_once_t watch = PTHREAD_ONCE_INIT;
  pthread_once(&watch, watch_forks);
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t others, before;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack);
  sigfillset(&others);
  /* Signals that the thread itself causes stay unblocked for crash reporters. */
  const int own[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGPROF};
  for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) sigdelset(&others, own[i]);
  pthread_sigmask(SIG_SETMASK, &others, &before);
  int failure = pthread_create(&thread, &attributes, body, context);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return apus_failure(failure);
}

static _Thread_local uintptr_t owner;

void apus_thread_enter(const char *name, uintptr_t new_owner) {
#if defined(__APPLE__)
  pthread_setname_np(name);
#else
  pthread_setname_np(pthread_self(), name);
#endif
  owner = new_owner;
}

uintptr_t apus_thread_owner(void) { return owner; }

void apus_thread_yield(void) { sched_yield(); }

#if defined(__APPLE__)
int apus_processor_count(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 && count < INT32_MAX ? (int)count : 1;
}
#else
int apus_processor_count(void) {
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0) return 1;
  return CPU_COUNT(&processors);
}
#endif
