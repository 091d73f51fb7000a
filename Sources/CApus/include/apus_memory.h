/* Memory that holds secrets: what a compiler must not see through. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Hides a value from the optimiser, so that code written without branches stays without them. */
static inline uint64_t apus_barrier(uint64_t value) {
  __asm__("" : "+r"(value));
  return value;
}

/* Overwrites memory with zeros that no optimiser may leave out. */
void apus_wipe(void *memory, size_t count);
