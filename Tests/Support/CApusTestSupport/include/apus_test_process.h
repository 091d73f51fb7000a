/* What this process holds and uses, for tests of what it must not. */
#pragma once

#include <stdint.h>

/* How many descriptors are open but for timers, which are the runtime's alone, or -errno. */
int64_t apus_test_descriptors(void);

/* How many of them, but the standard three, another program would inherit, or -errno. */
int64_t apus_test_inherited_descriptors(void);

/* Opens descriptors until this process may open no more, which is soon from then on: 0, or
 * -errno. */
int64_t apus_test_exhaust_descriptors(void);

/* Lets this process have so many descriptors at most: 0, or -errno. */
int64_t apus_test_limit_descriptors(int count);

/* Opens one more descriptor, or -errno. */
int64_t apus_test_take_descriptor(void);

/* The processor time of this process. */
uint64_t apus_test_processor_nanoseconds(void);

/* The processor time of the calling thread. */
uint64_t apus_test_thread_nanoseconds(void);

/* The kind and permissions of a file, which may be a link, or -errno. */
int64_t apus_test_file_mode(const char *path);

/* Gives a file permissions, or an owner and a group of one number: 0, or -errno. */
int64_t apus_test_set_mode(const char *path, unsigned mode);
int64_t apus_test_set_owner(const char *path, unsigned owner);

/* The user that a file belongs to, or -errno. */
int64_t apus_test_file_owner(const char *path);

/* Sets a variable of the environment: 0, or -errno. */
int64_t apus_test_set_environment(const char *name, const char *value);

/* Ends this process as the kernel would. */
void apus_test_kill(void);

/* Whether SIGPIPE was held back from this thread: 1 or 0, or -errno. */
int64_t apus_test_signal_waits(void);

/* Lets SIGPIPE do what it does to a program that says nothing about it. */
void apus_test_restore_pipe_signal(void);

/* Has calls on a descriptor wait: 0, or -errno. */
int64_t apus_test_set_blocking(int descriptor);

/* Gives a file another length: 0, or -errno. */
int64_t apus_test_stretch(const char *path, int64_t count);

/* Closes a descriptor: 0, or -errno. */
int64_t apus_test_close(int descriptor);

/* Forks, and lets an alarm end the child after half a minute: 0 in the child, and in the parent the
 * child's number, or -errno. */
int64_t apus_test_fork(void);

/* Ends a child at once. */
void apus_test_leave(int status) __attribute__((noreturn));

/* Waits for a child to end: its status, or 128 and the number of the signal that ended it. */
int64_t apus_test_await(int64_t child);

/* Makes a pipe with a name: 0, or -errno. */
int64_t apus_test_make_pipe(const char *path);

/* Renames a file or folder: 0, or -errno. */
int64_t apus_test_move(const char *from, const char *to);
