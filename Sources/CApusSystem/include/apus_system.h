/* The clock and the process. A call returns a result, or -errno. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of the monotonic clock. */
uint64_t apus_monotonic_nanoseconds(void);

/* Seconds since the start of 1970 by the wall clock. */
int64_t apus_wall_clock_seconds(void);

/* The same in milliseconds. */
int64_t apus_wall_clock_milliseconds(void);

/* Copies an environment variable into text, up to the capacity: returns its length, or -1 if it is
 * not set, or if the program runs with privileges that its caller lacks. */
int64_t apus_environment(const char *name, char *text, size_t capacity);

/* An argument of this process, as its bytes with a zero at the end; index 0 is the name of the
 * program. NULL if there are fewer. */
const char *apus_argument(int index);

typedef enum {
  APUS_SYSTEM_NAME, /* Linux or macOS */
  APUS_KERNEL_RELEASE,
  APUS_PROGRAM_NAME,
  APUS_BOOT_ID, /* differs after each boot of the machine */
} apus_fact;

/* Copies a fact about this process and its machine into text, up to the capacity: returns its
 * length, or -errno. */
int64_t apus_system_fact(apus_fact fact, char *text, size_t capacity);

/* Copies the system's text for an errno into text: returns its length. */
size_t apus_error_text(int error, char *text, size_t capacity);

/* Ends the process immediately with an exit status, after flushing printed output. */
void apus_exit(int status) __attribute__((noreturn));

/* Writes all of a text to standard error. */
void apus_write_error(const char *text, size_t count);

/* Opens the descriptors of standard input, output and error if they are closed, so that no later
 * descriptor gets their numbers. */
void apus_reserve_standard(void);

/* The number of descriptors that the Swift runtime needs: libdispatch opens three when its first
 * thread starts, and occasionally one to inspect its threads. It aborts the process if none is
 * free. No call of this library takes one of the last descriptors of a process. */
#define APUS_RESERVED_DESCRIPTORS 6

/* Returns one more than the highest descriptor that the process may open, at most INT32_MAX. */
int64_t apus_descriptor_limit(void);

/* Returns whether at least count more descriptors can be opened. */
int apus_has_free_descriptors(int count);

/* Parks the calling thread, which from now on only receives signals; the process continues until
 * another thread ends it. */
void apus_park(void) __attribute__((noreturn));

/* Returns whether a descriptor is a terminal. */
int apus_is_terminal(int descriptor);

/* Returns the number of columns of the terminal of standard output or standard error; 0 if it is
 * unknown. */
int apus_terminal_columns(void);

/* Prints a prompt on the terminal of the process, and reads a line without echo: returns its length
 * without the line end, or -errno; -ENXIO if there is no terminal. Only one thread may call it at a
 * time. */
int64_t apus_ask_secret(const char *question, uint8_t *text, size_t capacity);

/* Records the first SIGINT, SIGTERM or SIGHUP instead of its default action; the next one ends the
 * process if it arrives at least half a second later. Ignored signals stay ignored. */
void apus_catch_interrupts(void);

/* The number of the recorded signal, or 0. */
int apus_caught_interrupt(void);
