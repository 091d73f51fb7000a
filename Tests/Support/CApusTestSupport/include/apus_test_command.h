/* Other programs that tests compare this package with. */
#pragma once

#include <stdint.h>

/* Runs a shell command and waits for its end: returns its exit status, 128 plus the number of a
 * signal that ended it, or -errno. */
int64_t apus_test_run(const char *line);
