/* The resources of this process, for tests of leaks. */
#pragma once

#include <stdint.h>

/* Returns the number of open descriptors without timers, which belong to the runtime, or -errno. */
int64_t apus_test_descriptors(void);

/* Returns the number of descriptors that another program would inherit, without the standard ones,
 * or -errno. */
int64_t apus_test_inherited_descriptors(void);

/* Opens descriptors until this process reaches a limit, which is low from then on: 0, or -errno. */
int64_t apus_test_exhaust_descriptors(void);

/* Sets the maximum number of descriptors of this process: 0, or -errno. */
int64_t apus_test_limit_descriptors(int count);

/* Opens one more descriptor, or -errno. */
int64_t apus_test_take_descriptor(void);

/* The processor time of this process. */
uint64_t apus_test_processor_nanoseconds(void);

/* The processor time of the calling thread. */
uint64_t apus_test_thread_nanoseconds(void);

/* Returns the kind and permissions of a file, which may be a link, or -errno. */
int64_t apus_test_file_mode(const char *path);

/* Sets the permissions of a file, or its owner and group to one number: 0, or -errno. */
int64_t apus_test_set_mode(const char *path, unsigned mode);
int64_t apus_test_set_owner(const char *path, unsigned owner);

/* Returns the user that owns a file, or -errno. */
int64_t apus_test_file_owner(const char *path);

/* Sets an environment variable: 0, or -errno. */
int64_t apus_test_set_environment(const char *name, const char *value);

/* Ends this process as the kernel would. */
void apus_test_kill(void);

/* Sends SIGTERM to this process: 0, or -errno. */
int64_t apus_test_terminate(void);

/* Ignores SIGTERM until it is handled, so that an early one does not end this process. */
void apus_test_ignore_termination(void);

/* Returns whether a blocked SIGPIPE is pending for this thread: 1 or 0, or -errno. */
int64_t apus_test_signal_waits(void);

/* Restores the default action of SIGPIPE. */
void apus_test_restore_pipe_signal(void);

/* Makes a descriptor blocking: 0, or -errno. */
int64_t apus_test_set_blocking(int descriptor);

/* Sets the length of a file: 0, or -errno. */
int64_t apus_test_stretch(const char *path, int64_t count);

/* Closes a descriptor: 0, or -errno. */
int64_t apus_test_close(int descriptor);

/* Forks, and lets an alarm end the child after 30 seconds: returns 0 in the child, and in the
 * parent the child's number, or -errno. */
int64_t apus_test_fork(void);

/* Ends a child immediately. */
void apus_test_leave(int status) __attribute__((noreturn));

/* Waits for a child to end: returns its status, or 128 plus the number of the signal that ended
 * it. */
int64_t apus_test_await(int64_t child);

/* Creates a named pipe: 0, or -errno. */
int64_t apus_test_make_pipe(const char *path);

/* Renames a file or folder: 0, or -errno. */
int64_t apus_test_move(const char *from, const char *to);
