/* AES's S-box without a table: 128 bytes at once, as logic on bit planes. FIPS 197 section 5.1.1.
 *
 * S(a) is an affine map of 1 / a in GF(2^8). The inverse is cheap in a tower of fields, each
 * quadratic over the one below, because it reduces to an inverse in the field below:
 *
 *     GF(2^2): w^2 = w + 1     GF(2^4): z^2 = z + w     GF(2^8): y^2 = y + wz
 *
 * For a = h y + l over a field with y^2 = y + n, the norm in the field below is N = h^2 n + h l +
 * l^2, and 1 / a = (h / N) y + (h + l) / N. At the bottom 1 / a = a^2. The conversions to the tower
 * and back are matrices over GF(2); the second one includes the affine map. Of all towers and all
 * roots of AES's polynomial in them, these give the matrices with the fewest ones. */
#pragma once

#include <stdint.h>

#include "../AEAD/aead.h"

/* One bit of each of 128 bytes, in any layout. */
typedef uint32_t plane __attribute__((vector_size(16)));

struct gf4 {
  plane low, high;
};

struct gf16 {
  struct gf4 low, high;
};

struct gf256 {
  struct gf16 low, high;
};

APUS_INLINE struct gf4 plus4(struct gf4 a, struct gf4 b) {
  return (struct gf4){a.low ^ b.low, a.high ^ b.high};
}

APUS_INLINE struct gf4 square4(struct gf4 a) { return (struct gf4){a.low ^ a.high, a.high}; }

APUS_INLINE struct gf4 times_w(struct gf4 a) { return (struct gf4){a.high, a.low ^ a.high}; }

/* (a w + b)(c w + d) = ((a + b)(c + d) + bd) w + (ac + bd), for w^2 = w + 1. */
APUS_INLINE struct gf4 times4(struct gf4 a, struct gf4 b) {
  plane low = a.low & b.low, high = a.high & b.high;
  plane both = (a.low ^ a.high) & (b.low ^ b.high);
  return (struct gf4){low ^ high, both ^ low};
}

APUS_INLINE struct gf16 plus16(struct gf16 a, struct gf16 b) {
  return (struct gf16){plus4(a.low, b.low), plus4(a.high, b.high)};
}

APUS_INLINE struct gf16 square16(struct gf16 a) {
  struct gf4 low = square4(a.low), high = square4(a.high);
  return (struct gf16){plus4(low, times_w(high)), high};
}

/* wz (a z + b) = w(a + b) z + w^2 a, for z^2 = z + w. */
APUS_INLINE struct gf16 times_wz(struct gf16 a) {
  return (struct gf16){times_w(times_w(a.high)), times_w(plus4(a.low, a.high))};
}

/* (a z + b)(c z + d) = ((a + b)(c + d) + bd) z + (ac w + bd). */
APUS_INLINE struct gf16 times16(struct gf16 a, struct gf16 b) {
  struct gf4 low = times4(a.low, b.low), high = times4(a.high, b.high);
  struct gf4 both = times4(plus4(a.low, a.high), plus4(b.low, b.high));
  return (struct gf16){plus4(low, times_w(high)), plus4(both, low)};
}

APUS_INLINE struct gf16 inverse16(struct gf16 a) {
  struct gf4 norm = plus4(times_w(square4(a.high)), times4(a.low, plus4(a.high, a.low)));
  norm = square4(norm);
  return (struct gf16){times4(plus4(a.high, a.low), norm), times4(a.high, norm)};
}

APUS_INLINE struct gf256 inverse256(struct gf256 a) {
  struct gf16 sum = plus16(a.high, a.low);
  struct gf16 norm = plus16(times_wz(square16(a.high)), times16(a.low, sum));
  norm = inverse16(norm);
  return (struct gf256){times16(sum, norm), times16(a.high, norm)};
}

/* S of every byte; bit[i] holds the bits of weight 2^i. */
APUS_INLINE void apus_aes_sbox(plane bit[8]) {
  const plane c17 = bit[1] ^ bit[7], c57 = bit[5] ^ bit[7], c167 = c17 ^ bit[6];
  const plane c25 = bit[2] ^ bit[5], c1456 = bit[1] ^ bit[4] ^ bit[5] ^ bit[6];
  struct gf256 a = {
      .low = {.low = {bit[0] ^ bit[2], c167}, .high = {c25, c167 ^ bit[3]}},
      .high = {.low = {c57 ^ bit[1], c1456}, .high = {c1456 ^ bit[2] ^ bit[3], c57}},
  };
  a = inverse256(a);
  const plane t0 = a.low.low.low, t1 = a.low.low.high, t2 = a.low.high.low, t3 = a.low.high.high;
  const plane t4 = a.high.low.low, t5 = a.high.low.high;
  const plane t6 = a.high.high.low, t7 = a.high.high.high;
  const plane t01 = t0 ^ t1, t45 = t4 ^ t5, t245 = t2 ^ t45, t46 = t4 ^ t6;
  bit[0] = ~(t0 ^ t245);
  bit[1] = ~(t01 ^ t2);
  bit[2] = t01;
  bit[3] = t0 ^ t245 ^ t6;
  bit[4] = t0 ^ t3 ^ t45;
  bit[5] = ~(t3 ^ t245);
  bit[6] = ~(t46 ^ t7);
  bit[7] = t46 ^ t2;
}
