/* SHA-256 with the SHA-2 instructions of ARMv8. */
#include "sha256.h"

#if defined(__aarch64__)

#include <arm_neon.h>

__attribute__((target("sha2"))) void apus_sha256_arm(uint32_t state[8], const uint8_t *blocks,
                                                     size_t count) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; count > 0; count--, blocks += 64) {
    const uint32x4_t before_abcd = abcd, before_efgh = efgh;
    uint32x4_t w[4];
    for (int i = 0; i < 4; i++) w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * i)));
    _Pragma("clang loop unroll(full)") for (int i = 0; i < 16; i++) {
      const uint32x4_t w0 = w[i & 3], w1 = w[(i + 1) & 3], w2 = w[(i + 2) & 3], w3 = w[(i + 3) & 3];
      const uint32x4_t sum = vaddq_u32(w0, vld1q_u32(apus_sha256_constants + 4 * i));
      const uint32x4_t was_abcd = abcd;
      abcd = vsha256hq_u32(abcd, efgh, sum);
      efgh = vsha256h2q_u32(efgh, was_abcd, sum);
      if (i < 12) w[i & 3] = vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3);
    }
    abcd = vaddq_u32(abcd, before_abcd);
    efgh = vaddq_u32(efgh, before_efgh);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

#endif
