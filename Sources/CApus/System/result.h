/* What the kernel answers, as a result or -errno. Needs _GNU_SOURCE for loff_t and its kin. */
#pragma once

#include <errno.h>
#include <stdint.h>

#define RESULT(call) ({ int64_t result_ = (call); result_ < 0 ? -(int64_t)errno : result_; })

/* The same, and again for as long as a signal interrupts it before anything was done. */
#define RETRIED(call)                              \
  ({                                               \
    int64_t result_;                               \
    do result_ = (call);                           \
    while (result_ < 0 && errno == EINTR);         \
    result_ < 0 ? -(int64_t)errno : result_;       \
  })

/* What a call has opened, as a descriptor above 2, or -errno.
 *
 * A program that runs with its standard input, output or error closed would otherwise read from
 * our socket, or print into it. The last few descriptors of a process are left to its runtime, and
 * -EMFILE is returned instead of them. Every call that opens something stands in one of these. */
int64_t apus_take_descriptor(int64_t descriptor);

#define OPENED(call) apus_take_descriptor(RESULT(call))
#define OPENED_RETRIED(call) apus_take_descriptor(RETRIED(call))
