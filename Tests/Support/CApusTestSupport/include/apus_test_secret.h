/* Secrets as valgrind sees them: memory whose bytes nothing may branch on or look up by. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether this process runs under valgrind, and this was compiled with its header: without that
 * the others do nothing. */
bool apus_test_sees_secrets(void);

/* From here on the bytes, and all that is computed from them, are secret. */
void apus_test_hide(const void *bytes, size_t count);

/* From here on the bytes are public. */
void apus_test_show(const void *bytes, size_t count);
