/* Code that all tiers of AES-GCM share. FIPS 197, SP 800-38D.
 *
 * GHASH reads a block's bits in reverse order. RFC 8452 appendix A has the solution: on blocks
 * whose bytes are reversed, GHASH under H is POLYVAL under x * H, whose field is
 *
 *     GF(2)[x] / Q,   Q = x^128 + x^127 + x^126 + x^121 + 1,
 *
 * with bit i of a little-endian number for x^i, and whose product is dot(a, b) = a * b * x^-128.
 * The factor x^-128 makes it cheap. This is Montgomery's reduction: Q ends in 1 and its next 63
 * coefficients are 0, so adding t * Q to a sum whose lowest 64 bits are t clears those bits, and
 * dividing by x^64 drops them. Two steps reduce 256 bits to 128. All tiers store their keys in this
 * form. */
#pragma once

#include "../AEAD/aead.h"

/* x^63 + x^62 + x^57: the middle of Q, its 128 bits taken in halves. */
#define APUS_POLYVAL_MIDDLE UINT64_C(0xC200000000000000)

/* x times a reversed block: a shift, and Q added if a bit was shifted out. */
APUS_INLINE void apus_times_x(uint8_t block[16]) {
  uint64_t low = apus_load_little64(block), high = apus_load_little64(block + 8);
  uint64_t fell_out = apus_barrier(0 - (high >> 63));
  apus_store_little64(block, low << 1 ^ (fell_out & 1));
  apus_store_little64(block + 8, (high << 1 | low >> 63) ^ (fell_out & APUS_POLYVAL_MIDDLE));
}

/* The key schedule, with SubWord as the tier does it. FIPS 197 section 5.2. */
APUS_INLINE void apus_aes_expand(apus_aead_key *key, const uint8_t *bytes,
                                 uint32_t (*substitute)(uint32_t)) {
  uint8_t *at = key->aes_round_keys[0];
  const uint32_t words = key->algorithm == APUS_AES_128_GCM ? 4 : 8;
  key->aes_rounds = words + 6;
  memcpy(at, bytes, 4 * words);
  uint32_t constant = 1; /* powers of x in AES's own field, where x^8 = x^4 + x^3 + x + 1 */
  for (uint32_t i = words; i < 4 * (key->aes_rounds + 1); i++) {
    uint32_t word = apus_load_little32(at + 4 * (i - 1));
    if (i % words == 0) {
      word = substitute(word >> 8 | word << 24) ^ constant;
      constant = constant << 1 ^ (constant >> 7) * 0x11b;
    } else if (words == 8 && i % words == 4) {
      word = substitute(word);
    }
    apus_store_little32(at + 4 * i, word ^ apus_load_little32(at + 4 * (i - words)));
  }
}

/* The block that ends GHASH: both lengths in bits. SP 800-38D section 7.1. */
APUS_INLINE void apus_gcm_store_lengths(uint8_t block[16], const struct apus_aead_job *job) {
  apus_store_big64(block, 8 * (uint64_t)job->aad_count);
  apus_store_big64(block + 8, 8 * ((uint64_t)job->count + job->has_suffix));
}
