/* The clock and the process. A call returns a result, or -errno. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of the monotonic clock. */
uint64_t apus_monotonic_nanoseconds(void);

/* Seconds since the start of 1970 by the clock on the wall. */
int64_t apus_wall_clock_seconds(void);

/* The same in milliseconds. */
int64_t apus_wall_clock_milliseconds(void);

/* Copies a variable of the environment into text, as far as there is room: its length, or -1 if it
 * is not set, or if the program runs with rights that its caller has not. */
int64_t apus_environment(const char *name, char *text, size_t capacity);

/* A word that this process was started with, as its bytes with a zero at the end; the name of the
 * program is the one at 0. NULL if there are not so many. */
const char *apus_argument(int index);

/* The system's words for an errno, copied into text: its length. */
size_t apus_error_text(int error, char *text, size_t capacity);

/* Ends the process at once with an exit status, after what was printed has been written. */
void apus_exit(int status) __attribute__((noreturn));

/* Writes all of a text to standard error. */
void apus_write_error(const char *text, size_t count);

/* Takes the numbers of standard input, output and error where they are closed, so that nothing that
 * is opened later is taken for them. */
void apus_reserve_standard(void);

/* How many descriptors the runtime of Swift needs: libdispatch opens three when its first thread
 * starts, and one now and then to look at its threads. It ends the process with a signal if there
 * is none for it. No call of this library takes one of the last of a process. */
#define APUS_RESERVED_DESCRIPTORS 6

/* Whether at least so many more descriptors can be opened. */
int apus_has_free_descriptors(int count);

/* Ends the calling thread's work, which only takes signals from now on; the process goes on until
 * another thread ends it. */
void apus_park(void) __attribute__((noreturn));

/* Whether a descriptor leads to a terminal. */
int apus_is_terminal(int descriptor);

/* How many columns the terminal has that standard output or standard error leads to; 0 if it does
 * not say. */
int apus_terminal_columns(void);

/* Asks a question on the terminal of the process, and reads a line that is not shown there: its
 * length without the end, or -errno; -ENXIO if there is no terminal. One thread asks at a time. */
int64_t apus_ask_secret(const char *question, uint8_t *text, size_t capacity);

/* Lets the first SIGINT, SIGTERM or SIGHUP from now on do nothing but be noted; the next one, if it
 * comes half a second later or more, ends the process as ever. One that is ignored stays so. */
void apus_catch_interrupts(void);

/* The number of the signal that was noted, or 0. */
int apus_caught_interrupt(void);
