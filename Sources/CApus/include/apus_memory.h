/* Memory that holds secrets, hidden from the optimiser. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Hides a value from the optimiser, so that branch-free code stays branch-free. */
static inline uint64_t apus_barrier(uint64_t value) {
  __asm__("" : "+r"(value));
  return value;
}

/* Returns whether a value made of secrets is not zero. The result is public: this is the only place
 * where a branch depends on a secret, so a check for such branches has one exception. */
bool apus_declassify(uint64_t secret);

/* Overwrites memory with zeros; the optimiser must not omit this. */
void apus_wipe(void *memory, size_t count);

/* The size of the stack to which a cipher's functions may have spilled registers. */
enum { APUS_STACK_RESIDUE = 4096 };

/* Overwrites the stack below the caller, which holds remains of functions that have returned. */
void apus_wipe_stack(void);
