#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "result.h"

/* The copy has the file's own flags, and is in no poller yet. */
int64_t apus_above_standard(int64_t descriptor) {
  if (descriptor < 0 || descriptor > 2) return descriptor;
  int64_t copy = RESULT(fcntl((int)descriptor, F_DUPFD_CLOEXEC, 3));
  close((int)descriptor);
  return copy;
}
