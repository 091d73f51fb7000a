#include "platform.h"

#include "apus_system.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <unistd.h>

#include "result.h"

/* The null device is opened in the wrong direction, so that its use fails as it should. */
void apus_reserve_standard(void) {
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) >= 0) continue;
    /* The lowest free number, because all numbers below it are in use. */
    open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
  }
}

int64_t apus_descriptor_limit(void) {
  struct rlimit limits;
  if (getrlimit(RLIMIT_NOFILE, &limits) < 0 || limits.rlim_cur > INT32_MAX) return INT32_MAX;
  return (int64_t)limits.rlim_cur;
}

int apus_has_free_descriptors(int count) {
  int64_t limit = apus_descriptor_limit();
  for (int64_t number = 0; number < limit && count > 0; number++) {
    if (fcntl((int)number, F_GETFD) < 0) count--;
  }
  return count <= 0;
}

/* This far from the limit no check is needed: a process has not inherited that many descriptors. */
enum { headroom = 256 };

/* Returns whether the process has only the free descriptors left that its runtime needs; without
 * one, the runtime ends the process.
 *
 * The kernel assigns the lowest free number, so all free ones are above it. The limit is queried
 * again only near the last known limit: it may have been raised since. */
static bool is_needed_by_others(int64_t descriptor) {
  static int64_t known_limit;
  int64_t limit = __atomic_load_n(&known_limit, __ATOMIC_RELAXED);
  if (descriptor + headroom < limit) return false;
  limit = apus_descriptor_limit();
  __atomic_store_n(&known_limit, limit, __ATOMIC_RELAXED);
  if (descriptor + headroom < limit) return false;
  int missing = APUS_RESERVED_DESCRIPTORS;
  for (int64_t number = descriptor + 1; number < limit && missing > 0; number++) {
    if (fcntl((int)number, F_GETFD) < 0) missing--;
  }
  return missing > 0;
}

/* The copy has the file's own flags, and is in no poller yet. */
int64_t apus_take_descriptor(int64_t descriptor) {
  if (descriptor < 0) return descriptor;
  if (descriptor <= 2) {
    int64_t copy = RESULT(fcntl((int)descriptor, F_DUPFD_CLOEXEC, 3));
    close((int)descriptor);
    if (copy < 0) return copy;
    descriptor = copy;
  }
  if (!is_needed_by_others(descriptor)) return descriptor;
  close((int)descriptor);
  return apus_failure(EMFILE);
}
