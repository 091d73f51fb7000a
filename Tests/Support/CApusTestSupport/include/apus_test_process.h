/* What this process holds and uses, for tests of what it must not. */
#pragma once

#include <stdint.h>

/* How many descriptors are open but for timers, which are the runtime's alone, or -errno. */
int64_t apus_test_descriptors(void);

/* How many of them, but the standard three, another program would inherit, or -errno. */
int64_t apus_test_inherited_descriptors(void);

/* Opens descriptors until this process may open no more, which is soon from then on: 0, or
 * -errno. */
int64_t apus_test_exhaust_descriptors(void);

/* The processor time of this process. */
uint64_t apus_test_processor_nanoseconds(void);

/* The kind and permissions of a file, which may be a link, or -errno. */
int64_t apus_test_file_mode(const char *path);

/* Whether SIGPIPE was held back from this thread: 1 or 0, or -errno. */
int64_t apus_test_signal_waits(void);

/* Makes a pipe with a name: 0, or -errno. */
int64_t apus_test_make_pipe(const char *path);

/* Renames a file or folder: 0, or -errno. */
int64_t apus_test_move(const char *from, const char *to);
