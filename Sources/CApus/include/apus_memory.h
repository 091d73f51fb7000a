/* Memory that holds secrets: what a compiler must not see through. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Hides a value from the optimiser, so that code written without branches stays without them. */
static inline uint64_t apus_barrier(uint64_t value) {
  __asm__("" : "+r"(value));
  return value;
}

/* Whether a value made of secrets is not zero, which is public from here on: the one place where a
 * branch depends on a secret, so that a check for such branches has one place to pass over. */
bool apus_declassify(uint64_t secret);

/* Overwrites memory with zeros that no optimiser may leave out. */
void apus_wipe(void *memory, size_t count);

/* As much of the stack as a cipher's functions may have spilled registers to. */
enum { APUS_STACK_RESIDUE = 4096 };

/* Overwrites the stack below the caller, where functions that have returned left what they had. */
void apus_wipe_stack(void);
