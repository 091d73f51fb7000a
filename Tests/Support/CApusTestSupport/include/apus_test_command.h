/* Other programs, which tests hold this package against. */
#pragma once

#include <stdint.h>

/* Runs a line of the shell and waits for its end: its exit status, 128 and more for a signal that
 * ended it, or -errno. */
int64_t apus_test_run(const char *line);
