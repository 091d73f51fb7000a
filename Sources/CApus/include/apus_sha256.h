/* The block function of SHA-256. FIPS 180-4 section 6.2.2. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "apus_tier.h"

/* Returns whether this machine can run SHA-256 in a tier, and the fastest supported tier. */
bool apus_sha256_supports(enum apus_tier tier);
enum apus_tier apus_sha256_best_tier(void);

/* Absorbs whole blocks of 64 bytes into the chaining value. The machine must support the tier. */
void apus_sha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count,
                        enum apus_tier tier);
