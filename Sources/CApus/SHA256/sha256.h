/* The tiers of SHA-256's block function. FIPS 180-4 section 6.2.2. */
#pragma once

#include "apus_sha256.h"

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
extern const uint32_t apus_sha256_constants[64];

void apus_sha256_x86(uint32_t state[8], const uint8_t *blocks, size_t count);
void apus_sha256_arm(uint32_t state[8], const uint8_t *blocks, size_t count);
