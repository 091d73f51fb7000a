/* Poly1305, a polynomial over 2^130 - 5 evaluated at a secret point. RFC 8439 section 2.5.
 *
 * Numbers are five limbs of 26 bits: h = h0 + h1 2^26 + h2 2^52 + h3 2^78 + h4 2^104. A limb fits
 * in 32 bits with room to spare, and products of limbs in 64, in every lane of a vector. */
#pragma once

#include "../AEAD/aead.h"

enum { APUS_POLY1305_LIMBS = 5 };

struct apus_poly1305 {
  uint32_t r[APUS_POLY1305_LIMBS];
  uint32_t h[APUS_POLY1305_LIMBS];
  uint32_t pad[4];
};

/* Absorbs whole blocks of 16 bytes. */
typedef void apus_poly1305_absorber(struct apus_poly1305 *state, const uint8_t *at, size_t blocks);

/* One block after the other. */
apus_poly1305_absorber apus_poly1305_absorb;

void apus_poly1305_begin(struct apus_poly1305 *state, const uint8_t key[32]);
void apus_poly1305_finish(struct apus_poly1305 *state, uint8_t tag[16]);

/* r, r^2, r^3 and so on. */
void apus_poly1305_powers(const struct apus_poly1305 *state,
                          uint32_t powers[][APUS_POLY1305_LIMBS], size_t count);
