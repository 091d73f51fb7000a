#define _GNU_SOURCE
#include "apus_system.h"

#include <fcntl.h>
#include <unistd.h>

#include "result.h"

/* The null device is opened the wrong way round, so that using it fails as it should. */
void apus_reserve_standard(void) {
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) >= 0) continue;
    /* The lowest number that is free, as all below it are taken. */
    open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
  }
}

/* The copy has the file's own flags, and is in no poller yet. */
int64_t apus_above_standard(int64_t descriptor) {
  if (descriptor < 0 || descriptor > 2) return descriptor;
  int64_t copy = RESULT(fcntl((int)descriptor, F_DUPFD_CLOEXEC, 3));
  close((int)descriptor);
  return copy;
}
