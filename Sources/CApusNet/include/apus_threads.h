/* Threads and locks. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A mutex, and the news that what it guards has changed. */
typedef struct apus_lock apus_lock;

apus_lock *apus_lock_make(void) __attribute__((returns_nonnull));
void apus_lock_free(apus_lock *lock);
void apus_lock_take(apus_lock *lock);
void apus_lock_give(apus_lock *lock);

/* Gives the lock up until somebody notifies, and takes it again; may return without news. */
void apus_lock_await(apus_lock *lock);

/* Lets one of those who await go on. */
void apus_lock_notify(apus_lock *lock);

/* Starts a thread that nobody joins and no signal interrupts: 0, or -errno. */
int64_t apus_thread_start(size_t stack, void *(*body)(void *), void *context);

/* Whether this process is a child of fork whose parent had started a thread of ours: no such thread
 * is in the child, and nothing would end a wait. */
extern int apus_forked_flag;
static inline int apus_is_forked(void) {
  return __atomic_load_n(&apus_forked_flag, __ATOMIC_RELAXED);
}

/* Says whose thread this is from now on, and by what name of up to 15 bytes tools show it. */
void apus_thread_enter(const char *name, uintptr_t owner);

/* Whose thread this is, or 0. */
uintptr_t apus_thread_owner(void);

/* Lets other threads that are ready have this processor. */
void apus_thread_yield(void);

/* How many processors this process may run on; 1 where the kernel does not say. */
int apus_processor_count(void);
