/* System calls as functions that return a result, or -errno. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Fills memory from the kernel's generator: 0, or -errno. Never a short answer. */
int64_t apus_random(void *memory, size_t count);

/* Opens a file for reading, close-on-exec: a descriptor, or -errno. */
int64_t apus_open_reading(const char *path);

/* Reads up to count bytes: how many were read (0 at the end), or -errno. EINTR is retried. */
int64_t apus_read(int descriptor, void *memory, size_t count);

int64_t apus_close(int descriptor);

/* 1 if the path is a folder, 0 if it is anything else, or -errno. */
int64_t apus_is_folder(const char *path);

/* Nanoseconds of the monotonic clock. */
uint64_t apus_monotonic_nanoseconds(void);

/* Calls visit for each entry of a folder but "." and "..": 0, or -errno. */
int64_t apus_list_folder(const char *path, void *context,
                         void (*visit)(void *context, const char *name));

/* The system's words for an errno, copied into text: its length. */
size_t apus_error_text(int error, char *text, size_t capacity);

/* Ends the process at once with an exit status, after what was printed has been written. */
void apus_exit(int status) __attribute__((noreturn));

/* Writes all of a text to standard error. */
void apus_write_error(const char *text, size_t count);
