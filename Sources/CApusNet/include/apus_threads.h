/* Threads and locks. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A mutex with a condition variable. */
typedef struct apus_lock apus_lock;

apus_lock *apus_lock_make(void) __attribute__((returns_nonnull));
void apus_lock_free(apus_lock *lock);
void apus_lock_take(apus_lock *lock);
void apus_lock_give(apus_lock *lock);

/* Releases the lock until a notification, and takes it again; spurious wake-ups are possible. */
void apus_lock_await(apus_lock *lock);

/* Wakes one waiting thread. */
void apus_lock_notify(apus_lock *lock);

/* Starts a detached thread that no signal interrupts: 0, or -errno. */
int64_t apus_thread_start(size_t stack, void *(*body)(void *), void *context);

/* A flag that indicates whether this process is a child of fork whose parent had started a thread
 * of ours: the child lacks that thread, and a wait would never end. */
extern int apus_forked_flag;
static inline int apus_is_forked(void) {
  return __atomic_load_n(&apus_forked_flag, __ATOMIC_RELAXED);
}

/* Sets the owner of this thread, and its name of up to 15 bytes for tools. */
void apus_thread_enter(const char *name, uintptr_t owner);

/* Returns the owner of this thread, or 0. */
uintptr_t apus_thread_owner(void);

/* Yields the processor to other threads that are ready. */
void apus_thread_yield(void);

/* Returns the number of processors for this process; 1 if the kernel does not report it. */
int apus_processor_count(void);
