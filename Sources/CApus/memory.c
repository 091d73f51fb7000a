#include "System/platform.h"

#include "apus_memory.h"

#include <string.h>

bool apus_declassify(uint64_t secret) {
  /* This must not be set before the branch, so that it stays a branch. */
  volatile bool is_set = false;
  if (secret != 0) is_set = true;
  return is_set;
}

#if defined(__APPLE__)
void apus_wipe(void *memory, size_t count) { memset_s(memory, count, 0, count); }
#else
void apus_wipe(void *memory, size_t count) { explicit_bzero(memory, count); }
#endif

__attribute__((noinline)) void apus_wipe_stack(void) {
  uint8_t below[APUS_STACK_RESIDUE];
  apus_wipe(below, sizeof below);
}
