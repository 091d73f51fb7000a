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
