/* AES-GCM with the AES and PMULL instructions of ARMv8: a block is a vector. */
#include "gcm.h"

#if defined(__aarch64__)

#include <arm_neon.h>

#pragma clang attribute push(__attribute__((target("aes"))), apply_to = function)

#define LANES 1
#define VECTORS 8

typedef uint8x16_t vec;

APUS_INLINE vec load(const uint8_t *at) { return vld1q_u8(at); }
APUS_INLINE void store(uint8_t *at, vec v) { vst1q_u8(at, v); }
APUS_INLINE vec load_block(const uint8_t *at) { return load(at); }
APUS_INLINE void store_block(uint8_t *at, vec v) { store(at, v); }
APUS_INLINE vec broadcast(const uint8_t *at) { return load(at); }

APUS_INLINE vec xor(vec a, vec b) { return veorq_u8(a, b); }
APUS_INLINE vec add(vec a, vec b) {
  return vreinterpretq_u8_u32(vaddq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
}
APUS_INLINE vec swap(vec v) { return vextq_u8(v, v, 8); }
APUS_INLINE vec reverse(vec v) { return swap(vrev64q_u8(v)); }
APUS_INLINE vec shift_up(vec v) { return vextq_u8(vdupq_n_u8(0), v, 8); }
APUS_INLINE vec shift_down(vec v) { return vextq_u8(v, vdupq_n_u8(0), 8); }
APUS_INLINE vec gather(vec v) { return v; }

/* AESE adds its key first, AES-NI last: the compiler joins the sum here with the next AESE. */
APUS_INLINE vec last_round(vec v, vec key) { return xor(vaeseq_u8(v, vdupq_n_u8(0)), key); }
APUS_INLINE vec cipher_round(vec v, vec key) {
  return xor(vaesmcq_u8(vaeseq_u8(v, vdupq_n_u8(0))), key);
}

APUS_INLINE vec times_low(vec a, vec b) {
  return vreinterpretq_u8_p128(vmull_p64(vgetq_lane_p64(vreinterpretq_p64_u8(a), 0),
                                         vgetq_lane_p64(vreinterpretq_p64_u8(b), 0)));
}
APUS_INLINE vec times_high(vec a, vec b) {
  return vreinterpretq_u8_p128(vmull_high_p64(vreinterpretq_p64_u8(a), vreinterpretq_p64_u8(b)));
}
APUS_INLINE vec times_across(vec a, vec b) {
  return xor(times_low(swap(a), b), times_high(swap(a), b));
}
APUS_INLINE vec times_middle(vec v) {
  return times_low(v, vreinterpretq_u8_u64(vdupq_n_u64(APUS_POLYVAL_MIDDLE)));
}

/* SubWord: if every column holds the word, ShiftRows changes nothing. */
APUS_INLINE uint32_t substitute(uint32_t word) {
  vec columns = vreinterpretq_u8_u32(vdupq_n_u32(word));
  return vgetq_lane_u32(vreinterpretq_u32_u8(vaeseq_u8(columns, vdupq_n_u8(0))), 0);
}

#define KEEP_ORDER(a, b) (void)0 /* it would separate a sum from its AESE */
#include "gcm_parts.h"
#include "gcm_lanes.h"

const struct apus_aead_cipher apus_aes_gcm_arm = {prepare, seal_job, open_job};

#pragma clang attribute pop
#endif
