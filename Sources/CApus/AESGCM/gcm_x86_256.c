/* AES-GCM with VAES and VPCLMULQDQ over AVX2: two blocks in a vector. */
#include "gcm.h"

#if defined(__x86_64__)

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("aes,vaes,pclmul,vpclmulqdq,avx2"))), \
                             apply_to = function)

#define LANES 2
#define VECTORS 8

typedef __m256i vec;

APUS_INLINE vec load(const uint8_t *at) { return _mm256_loadu_si256((const __m256i *)at); }
APUS_INLINE void store(uint8_t *at, vec v) { _mm256_storeu_si256((__m256i *)at, v); }
APUS_INLINE vec load_block(const uint8_t *at) {
  return _mm256_zextsi128_si256(_mm_loadu_si128((const __m128i *)at));
}
APUS_INLINE void store_block(uint8_t *at, vec v) {
  _mm_storeu_si128((__m128i *)at, _mm256_castsi256_si128(v));
}
APUS_INLINE vec broadcast(const uint8_t *at) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)at));
}

APUS_INLINE vec xor(vec a, vec b) { return _mm256_xor_si256(a, b); }
APUS_INLINE vec add(vec a, vec b) { return _mm256_add_epi32(a, b); }
APUS_INLINE vec reverse(vec v) {
  static const uint8_t order[16] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  return _mm256_shuffle_epi8(v, broadcast(order));
}
APUS_INLINE vec swap(vec v) { return _mm256_shuffle_epi32(v, _MM_SHUFFLE(1, 0, 3, 2)); }
APUS_INLINE vec shift_up(vec v) { return _mm256_slli_si256(v, 8); }
APUS_INLINE vec shift_down(vec v) { return _mm256_srli_si256(v, 8); }
APUS_INLINE vec gather(vec v) {
  return _mm256_zextsi128_si256(
      _mm_xor_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)));
}

APUS_INLINE vec cipher_round(vec v, vec key) { return _mm256_aesenc_epi128(v, key); }
APUS_INLINE vec last_round(vec v, vec key) { return _mm256_aesenclast_epi128(v, key); }
APUS_INLINE vec times_low(vec a, vec b) { return _mm256_clmulepi64_epi128(a, b, 0x00); }
APUS_INLINE vec times_high(vec a, vec b) { return _mm256_clmulepi64_epi128(a, b, 0x11); }
APUS_INLINE vec times_across(vec a, vec b) {
  return xor(_mm256_clmulepi64_epi128(a, b, 0x01), _mm256_clmulepi64_epi128(a, b, 0x10));
}
APUS_INLINE vec times_middle(vec v) {
  return times_low(v, _mm256_set1_epi64x((long long)APUS_POLYVAL_MIDDLE));
}

#define KEEP_ORDER(a, b) __asm__("" : "+x"(a), "+x"((b).low), "+x"((b).middle), "+x"((b).high))
#include "gcm_parts.h"
#include "gcm_x86_word.h"
#include "gcm_lanes.h"

const struct apus_aead_cipher apus_aes_gcm_x86_256 = {prepare, seal_job, open_job};

#pragma clang attribute pop
#endif
