/* The results of system calls. Include platform.h first. */
#pragma once

#include <errno.h>
#include <stdint.h>

/* Converts an error number of this system to the negative number of Linux on x86-64 and AArch64,
 * which Swift uses; and back. */
#if defined(__linux__)
static inline int64_t apus_failure(int error) { return -(int64_t)error; }
static inline int apus_native_error(int error) { return error; }
#else
int64_t apus_failure(int error);
int apus_native_error(int error);
#endif

#define RESULT(call) ({ int64_t result_ = (call); result_ < 0 ? apus_failure(errno) : result_; })

/* The same, repeated while a signal interrupts the call before it has done any work. */
#define RETRIED(call)                              \
  ({                                               \
    int64_t result_;                               \
    do result_ = (call);                           \
    while (result_ < 0 && errno == EINTR);         \
    result_ < 0 ? apus_failure(errno) : result_;   \
  })

/* The descriptor that a call has opened, above 2, or -errno.
 *
 * If a program runs with a closed standard input, output or error, it would otherwise read from
 * our socket or print into it. The last few descriptors of a process are reserved for its
 * runtime; -EMFILE is returned instead of them. Every call that opens a descriptor uses one of
 * these macros. */
int64_t apus_take_descriptor(int64_t descriptor);

#define OPENED(call) apus_take_descriptor(RESULT(call))
#define OPENED_RETRIED(call) apus_take_descriptor(RETRIED(call))
