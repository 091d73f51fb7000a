/* SHA-256 with SHA-NI. */
#include "sha256.h"

#if defined(__x86_64__)

#include <immintrin.h>

/* The instructions need the state as the words A, B, E, F and C, D, G, H, highest lane first. */
__attribute__((target("sha,ssse3,sse4.1"))) void apus_sha256_x86(uint32_t state[8],
                                                                 const uint8_t *blocks,
                                                                 size_t count) {
  const __m128i big = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  const __m128i *constants = (const __m128i *)apus_sha256_constants;
  __m128i dcba = _mm_loadu_si128((const __m128i *)state);
  __m128i hgfe = _mm_loadu_si128((const __m128i *)(state + 4));
  __m128i efab = _mm_unpacklo_epi64(dcba, hgfe), ghcd = _mm_unpackhi_epi64(dcba, hgfe);
  __m128i abef = _mm_shuffle_epi32(efab, _MM_SHUFFLE(0, 1, 2, 3));
  __m128i cdgh = _mm_shuffle_epi32(ghcd, _MM_SHUFFLE(0, 1, 2, 3));
  for (; count > 0; count--, blocks += 64) {
    const __m128i before_abef = abef, before_cdgh = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; i++) {
      w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)blocks + i), big);
    }
    _Pragma("clang loop unroll(full)") for (int i = 0; i < 16; i++) {
      const __m128i w0 = w[i & 3], w1 = w[(i + 1) & 3], w2 = w[(i + 2) & 3], w3 = w[(i + 3) & 3];
      const __m128i sum = _mm_add_epi32(w0, _mm_load_si128(constants + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
      if (i >= 12) continue;
      const __m128i seven_ago = _mm_alignr_epi8(w3, w2, 4);
      w[i & 3] = _mm_sha256msg1_epu32(w0, w1);
      w[i & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(w[i & 3], seven_ago), w3);
    }
    abef = _mm_add_epi32(abef, before_abef);
    cdgh = _mm_add_epi32(cdgh, before_cdgh);
  }
  efab = _mm_shuffle_epi32(abef, _MM_SHUFFLE(0, 1, 2, 3));
  ghcd = _mm_shuffle_epi32(cdgh, _MM_SHUFFLE(0, 1, 2, 3));
  _mm_storeu_si128((__m128i *)state, _mm_unpacklo_epi64(efab, ghcd));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_unpackhi_epi64(efab, ghcd));
}

#endif
