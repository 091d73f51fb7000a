/* AES-GCM with VAES and VPCLMULQDQ over AVX-512: four blocks in a vector. */
#include "gcm.h"

#if defined(__x86_64__)

#include <immintrin.h>

#pragma clang attribute push( \
    __attribute__((target("aes,vaes,pclmul,vpclmulqdq,avx512f,avx512bw,avx512vl"))), \
    apply_to = function)

#define LANES 4
#define VECTORS 8

typedef __m512i vec;

APUS_INLINE vec load(const uint8_t *at) { return _mm512_loadu_si512(at); }
APUS_INLINE void store(uint8_t *at, vec v) { _mm512_storeu_si512(at, v); }

APUS_INLINE __mmask64 first_bytes(size_t count) {
  return count < 64 ? (UINT64_C(1) << count) - 1 : ~UINT64_C(0);
}
APUS_INLINE vec load_part(const uint8_t *at, size_t count) {
  return _mm512_maskz_loadu_epi8(first_bytes(count), at);
}
APUS_INLINE void store_part(uint8_t *at, vec v, size_t count) {
  _mm512_mask_storeu_epi8(at, first_bytes(count), v);
}
APUS_INLINE vec keep_part(vec v, size_t count) {
  return _mm512_maskz_mov_epi8(first_bytes(count), v);
}
APUS_INLINE vec set_byte(vec v, size_t index, uint8_t byte) {
  return _mm512_mask_set1_epi8(v, UINT64_C(1) << index, (char)byte);
}

APUS_INLINE vec load_block(const uint8_t *at) {
  return _mm512_zextsi128_si512(_mm_loadu_si128((const __m128i *)at));
}
APUS_INLINE void store_block(uint8_t *at, vec v) {
  _mm_storeu_si128((__m128i *)at, _mm512_castsi512_si128(v));
}
APUS_INLINE vec broadcast(const uint8_t *at) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)at));
}

APUS_INLINE vec xor(vec a, vec b) { return _mm512_xor_si512(a, b); }
APUS_INLINE vec add(vec a, vec b) { return _mm512_add_epi32(a, b); }
APUS_INLINE vec reverse(vec v) {
  static const uint8_t order[16] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  return _mm512_shuffle_epi8(v, broadcast(order));
}
APUS_INLINE vec swap(vec v) { return _mm512_shuffle_epi32(v, _MM_PERM_BADC); }
APUS_INLINE vec shift_up(vec v) { return _mm512_bslli_epi128(v, 8); }
APUS_INLINE vec shift_down(vec v) { return _mm512_bsrli_epi128(v, 8); }
APUS_INLINE vec gather(vec v) {
  __m256i two = _mm256_xor_si256(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64(v, 1));
  __m128i one = _mm_xor_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1));
  return _mm512_zextsi128_si512(one);
}

APUS_INLINE vec cipher_round(vec v, vec key) { return _mm512_aesenc_epi128(v, key); }
APUS_INLINE vec last_round(vec v, vec key) { return _mm512_aesenclast_epi128(v, key); }
APUS_INLINE vec times_low(vec a, vec b) { return _mm512_clmulepi64_epi128(a, b, 0x00); }
APUS_INLINE vec times_high(vec a, vec b) { return _mm512_clmulepi64_epi128(a, b, 0x11); }
APUS_INLINE vec times_across(vec a, vec b) {
  return xor(_mm512_clmulepi64_epi128(a, b, 0x01), _mm512_clmulepi64_epi128(a, b, 0x10));
}
APUS_INLINE vec times_middle(vec v) {
  return times_low(v, _mm512_set1_epi64((long long)APUS_POLYVAL_MIDDLE));
}

#define KEEP_ORDER(a, b) __asm__("" : "+v"(a), "+v"((b).low), "+v"((b).middle), "+v"((b).high))
#include "gcm_x86_word.h"
#include "gcm_lanes.h"

const struct apus_aead_cipher apus_aes_gcm_x86_512 = {prepare, seal_job, open_job};

#pragma clang attribute pop
#endif
