/* Secrets for valgrind: no branch and no address may depend on such memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns whether this process runs under valgrind, and was compiled with its header: otherwise the
 * other functions have no effect. */
bool apus_test_sees_secrets(void);

/* Marks the bytes as secret, together with all values that are computed from them. */
void apus_test_hide(const void *bytes, size_t count);

/* Marks the bytes as public. */
void apus_test_show(const void *bytes, size_t count);
