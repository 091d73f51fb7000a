/* SubWord by AES-NI: if every column holds the word, ShiftRows changes nothing. */

APUS_INLINE uint32_t substitute(uint32_t word) {
  __m128i columns = _mm_set1_epi32((int)word);
  return (uint32_t)_mm_cvtsi128_si32(_mm_aesenclast_si128(columns, _mm_setzero_si128()));
}
