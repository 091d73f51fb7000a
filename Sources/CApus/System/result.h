/* The results of system calls. Include platform.h first. */
#pragma once

#include <errno.h>
#include <stdint.h>

/* An error number of this system as Swift knows it: negative, with the number that Linux has for
 * it on x86-64 and AArch64; and back. */
#if defined(__linux__)
static inline int64_t apus_failure(int error) { return -(int64_t)error; }
static inline int apus_native_error(int error) { return error; }
#else
int64_t apus_failure(int error);
int apus_native_error(int error);
#endif

#define RESULT(call) ({ int64_t result_ = (call); result_ < 0 ? apus_failure(errno) : result_; })

/* The same, repeated for as long as a signal interrupts the call before it has done anything. */
#define RETRIED(call)                              \
  ({                                               \
    int64_t result_;                               \
    do result_ = (call);                           \
    while (result_ < 0 && errno == EINTR);         \
    result_ < 0 ? apus_failure(errno) : result_;   \
  })

/* What a call has opened, as a descriptor above 2, or -errno.
 *
 * A program that runs with its standard input, output or error closed would otherwise read from
 * our socket, or print into it. The last few descriptors of a process are left to its runtime, and
 * -EMFILE is returned instead of them. Every call that opens something stands in one of these. */
int64_t apus_take_descriptor(int64_t descriptor);

#define OPENED(call) apus_take_descriptor(RESULT(call))
#define OPENED_RETRIED(call) apus_take_descriptor(RETRIED(call))
