/* Poly1305 one block at a time, and its beginning and end. RFC 8439 section 2.5.1. */
#define LANES 1
#include "poly1305_lanes.h"

void apus_poly1305_begin(struct apus_poly1305 *state, const uint8_t key[32]) {
  const uint64_t low = apus_load_little64(key) & UINT64_C(0x0ffffffc0fffffff);
  const uint64_t high = apus_load_little64(key + 8) & UINT64_C(0x0ffffffc0ffffffc);
  const uint64_t limbs[] = {low, low >> 26, low >> 52 | high << 12, high >> 14, high >> 40};
  EACH_LIMB state->r[i] = (uint32_t)limbs[i] & LIMB_MASK;
  EACH_LIMB state->h[i] = 0;
  for (int i = 0; i < 4; i++) state->pad[i] = apus_load_little32(key + 16 + 4 * i);
}

void apus_poly1305_absorb(struct apus_poly1305 *state, const uint8_t *at, size_t blocks) {
  if (blocks > 0) absorb_lanes(state, at, blocks, &state->r);
}

void apus_poly1305_powers(const struct apus_poly1305 *state,
                          uint32_t powers[][APUS_POLY1305_LIMBS], size_t count) {
  const struct limbs r = load_limbs((const uint32_t *[]){state->r});
  struct limbs power = r;
  for (size_t i = 0; i < count; i++, power = times(power, r)) sum_lanes(powers[i], power);
}

/* h mod 2^130 - 5, and the pad added mod 2^128. h's limbs are below 2^30. */
void apus_poly1305_finish(struct apus_poly1305 *state, uint8_t tag[16]) {
  uint32_t *h = state->h, less[APUS_POLY1305_LIMBS];
  /* Two rounds. The first round adds less than 5 * 2^4 to limb 0; if that carries through all limbs
   * again, limb 0 is small by then. */
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 4; i++) h[i + 1] += h[i] >> 26, h[i] &= LIMB_MASK;
    h[0] += 5 * (h[4] >> 26), h[4] &= LIMB_MASK;
  }
  /* h - p = h + 5 - 2^130, kept if it is not negative. */
  uint32_t carry = 5;
  EACH_LIMB {
    carry += h[i];
    less[i] = carry & LIMB_MASK;
    carry >>= 26;
  }
  const uint32_t reduced = (uint32_t)apus_barrier(0 - (uint64_t)carry);
  EACH_LIMB h[i] ^= reduced & (h[i] ^ less[i]);
  const uint32_t words[] = {h[0] | h[1] << 26, h[1] >> 6 | h[2] << 20, h[2] >> 12 | h[3] << 14,
                            h[3] >> 18 | h[4] << 8};
  uint64_t sum = 0;
  for (int i = 0; i < 4; i++) {
    sum = (sum >> 32) + words[i] + state->pad[i];
    apus_store_little32(tag + 4 * i, (uint32_t)sum);
  }
}
