/* Selects the names of the C library. Include it before all other headers. */
#pragma once

#if defined(__linux__)
#define _GNU_SOURCE
#elif defined(__APPLE__)
/* All names are visible by default, except memset_s. */
#define __STDC_WANT_LIB_EXT1__ 1
#else
#error "Apus is written for Linux and macOS"
#endif

/* APUS_STAND_IN_KQUEUE builds the poller of macOS on Linux, over the events of the tests. */
#if defined(__APPLE__) || defined(APUS_STAND_IN_KQUEUE)
#define APUS_HAS_KQUEUE 1
#else
#define APUS_HAS_KQUEUE 0
#endif
