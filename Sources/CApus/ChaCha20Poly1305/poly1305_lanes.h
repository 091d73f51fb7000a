/* Poly1305 over LANES blocks at once: one source, compiled for each width of vector.
 *
 * Horner's rule, distributed over lanes: lane b takes the blocks b, b + LANES, b + 2 LANES and so
 * on, and multiplies by r^LANES between them; at the end it multiplies by r^(LANES - b) instead,
 * and the lanes are summed. With one lane this is Horner's rule itself. */
#include "poly1305.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

#define UNROLLED _Pragma("clang loop unroll(full)")
#define EACH_LIMB UNROLLED for (int i = 0; i < APUS_POLY1305_LIMBS; i++)
enum { LIMB_MASK = (1 << 26) - 1, BLOCK = 16 };

#if LANES == 1
typedef uint64_t lanes;
#define EVENS(a, b) (a)
#define ODDS(a, b) (b)
#else
typedef uint64_t lanes __attribute__((vector_size(8 * LANES)));
#if LANES == 2
#define EVENS(a, b) __builtin_shufflevector(a, b, 0, 2)
#define ODDS(a, b) __builtin_shufflevector(a, b, 1, 3)
#elif LANES == 4
#define EVENS(a, b) __builtin_shufflevector(a, b, 0, 4, 2, 6)
#define ODDS(a, b) __builtin_shufflevector(a, b, 1, 5, 3, 7)
#else
#define EVENS(a, b) __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define ODDS(a, b) __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#endif
#endif

/* The block that EVENS and ODDS leave in a lane: one from the first vector, one from the second. */
APUS_INLINE size_t block_of(size_t lane) { return lane / 2 + lane % 2 * (LANES / 2); }

struct limbs {
  lanes limb[APUS_POLY1305_LIMBS];
};

/* The product of the lower 32 bits of each lane; compilers turn it into one instruction. */
APUS_INLINE lanes product(lanes a, lanes b) {
#if defined(__aarch64__) && LANES == 2
  return (lanes)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
#else
  return (a & 0xffffffff) * (b & 0xffffffff);
#endif
}

/* a * b. As 2^130 = 5, a product for limb 5 + i counts five times at limb i.
 *
 * The bounds: a's limbs are below 2^30 and b's below 2^27, so five products, each at most five
 * times, are below 25 * 2^57 < 2^62. After the carries two limbs may keep a carry: limb 1 gets at
 * most 2^(62 - 26 + 3 - 26) = 2^13, limb 4 at most 2^11, so each is below 2^26 + 2^13. */
APUS_INLINE struct limbs times(struct limbs a, struct limbs b) {
  lanes five[APUS_POLY1305_LIMBS], d[APUS_POLY1305_LIMBS], carry;
  EACH_LIMB five[i] = b.limb[i] * 5;
  EACH_LIMB {
    d[i] = product(a.limb[0], b.limb[i]);
    UNROLLED for (int j = 1; j < APUS_POLY1305_LIMBS; j++) {
      d[i] += product(a.limb[j], j <= i ? b.limb[i - j] : five[5 + i - j]);
    }
  }
  /* Two chains of carries, from limb 0 and from limb 3, run in parallel. */
  d[1] += d[0] >> 26, d[0] &= LIMB_MASK, d[4] += d[3] >> 26, d[3] &= LIMB_MASK;
  d[2] += d[1] >> 26, d[1] &= LIMB_MASK, carry = d[4] >> 26, d[4] &= LIMB_MASK;
  d[3] += d[2] >> 26, d[2] &= LIMB_MASK, d[0] += carry + (carry << 2);
  d[4] += d[3] >> 26, d[3] &= LIMB_MASK, d[1] += d[0] >> 26, d[0] &= LIMB_MASK;
  return (struct limbs){{d[0], d[1], d[2], d[3], d[4]}};
}

/* h and the next LANES blocks, each with a one after its 128 bits. */
APUS_INLINE struct limbs plus_blocks(struct limbs h, const uint8_t *at) {
  lanes a, b;
  memcpy(&a, at, sizeof a);
  memcpy(&b, at + sizeof a, sizeof b);
  const lanes low = EVENS(a, b), high = ODDS(a, b);
  h.limb[0] += low & LIMB_MASK;
  h.limb[1] += low >> 26 & LIMB_MASK;
  h.limb[2] += (low >> 52 | high << 12) & LIMB_MASK;
  h.limb[3] += high >> 14 & LIMB_MASK;
  h.limb[4] += high >> 40 | 1 << 24;
  return h;
}

/* Lanes of their own values, and their sum. */
APUS_INLINE struct limbs load_limbs(const uint32_t *at[LANES]) {
  struct limbs limbs;
  EACH_LIMB {
    uint64_t values[LANES];
    for (size_t lane = 0; lane < LANES; lane++) values[lane] = at[lane][i];
    memcpy(&limbs.limb[i], values, sizeof values);
  }
  return limbs;
}

APUS_INLINE void sum_lanes(uint32_t sum[APUS_POLY1305_LIMBS], struct limbs limbs) {
  EACH_LIMB {
    uint64_t values[LANES];
    memcpy(values, &limbs.limb[i], sizeof values);
    sum[i] = 0;
    for (size_t lane = 0; lane < LANES; lane++) sum[i] += (uint32_t)values[lane];
  }
}

/* Absorbs blocks, whose number is a multiple of LANES and not zero. */
static void absorb_lanes(struct apus_poly1305 *state, const uint8_t *at, size_t blocks,
                         const uint32_t powers[LANES][APUS_POLY1305_LIMBS]) {
  static const uint32_t zero[APUS_POLY1305_LIMBS];
  const uint32_t *start[LANES], *between[LANES], *last[LANES];
  for (size_t lane = 0; lane < LANES; lane++) {
    start[lane] = lane == 0 ? state->h : zero;
    between[lane] = powers[LANES - 1];
    last[lane] = powers[LANES - 1 - block_of(lane)];
  }
  struct limbs h = load_limbs(start);
  const struct limbs factor = load_limbs(between);
  for (; blocks > LANES; blocks -= LANES, at += BLOCK * LANES) {
    h = times(plus_blocks(h, at), factor);
  }
  sum_lanes(state->h, times(plus_blocks(h, at), load_limbs(last)));
}

#if LANES > 1

/* The lanes are worth their powers above some length; the remaining blocks are absorbed one by
 * one. */
static void absorb(struct apus_poly1305 *state, const uint8_t *at, size_t blocks) {
  if (blocks >= 4 * LANES) {
    uint32_t powers[LANES][APUS_POLY1305_LIMBS];
    const size_t whole = blocks - blocks % LANES;
    apus_poly1305_powers(state, powers, LANES);
    absorb_lanes(state, at, whole, (const uint32_t(*)[APUS_POLY1305_LIMBS])powers);
    apus_wipe(powers, sizeof powers);
    at += BLOCK * whole;
    blocks -= whole;
  }
  apus_poly1305_absorb(state, at, blocks);
}

#endif
