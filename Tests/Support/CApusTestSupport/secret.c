#include "apus_test_secret.h"

#if __has_include(<valgrind/memcheck.h>)

#include <valgrind/memcheck.h>

bool apus_test_sees_secrets(void) { return RUNNING_ON_VALGRIND != 0; }

void apus_test_hide(const void *bytes, size_t count) {
  (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, count);
}

void apus_test_show(const void *bytes, size_t count) {
  (void)VALGRIND_MAKE_MEM_DEFINED(bytes, count);
}

#else

bool apus_test_sees_secrets(void) { return false; }

void apus_test_hide(const void *bytes, size_t count) { (void)bytes, (void)count; }

void apus_test_show(const void *bytes, size_t count) { (void)bytes, (void)count; }

#endif
