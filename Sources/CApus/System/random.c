#include "platform.h"

#include "apus_random.h"

#include <sys/random.h>
#include <sys/types.h>
#include <unistd.h>

#include "result.h"

#if defined(__linux__)
int64_t apus_random(void *memory, size_t count) {
  uint8_t *at = memory;
  while (count > 0) {
    int64_t got = RETRIED(getrandom(at, count, 0));
    if (got < 0) return got;
    at += got;
    count -= (size_t)got;
  }
  return 0;
}

#else
/* One call fills at most 256 bytes. */
int64_t apus_random(void *memory, size_t count) {
  for (uint8_t *at = memory; count > 0;) {
    const size_t piece = count < 256 ? count : 256;
    int64_t result = RESULT(getentropy(at, piece));
    if (result < 0) return result;
    at += piece;
    count -= piece;
  }
  return 0;
}
#endif
