/* ChaCha20 over LANES blocks at once: one source, compiled for each width of vector. RFC 8439.
 *
 * Vector i holds word i of LANES blocks. The including file defines LANES, a multiple of four, and
 * PASS, the name of the generated function. It includes this file twice, so no macro remains
 * defined. */

#define UNROLLED _Pragma("clang loop unroll(full)")
#define WORDS JOINED(words, LANES)
#define JOINED(a, b) JOINED_LATE(a, b)
#define JOINED_LATE(a, b) a##b

typedef uint32_t WORDS __attribute__((vector_size(4 * LANES)));

/* RFC 8439 section 2.1. */
#define QUARTER_ROUND(a, b, c, d) \
  a += b, d = ROTATED(d ^ a, 16), c += d, b = ROTATED(b ^ c, 12), \
  a += b, d = ROTATED(d ^ a, 8), c += d, b = ROTATED(b ^ c, 7)
#define ROTATED(v, by) ((v) << (by) | (v) >> (32 - (by)))

/* In each group of four lanes: words 0 and 1, or 2 and 3, of a and b in turn. */
#if LANES == 4
#define ZIP_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define ZIP_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#elif LANES == 8
#define ZIP_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define ZIP_HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#else
#define ZIP_LOW(a, b) \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define ZIP_HIGH(a, b) \
  __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#endif

/* Encrypts 64 * LANES bytes, with block counters from a number on. RFC 8439 section 2.4.
 *
 * The key is read word by word into vectors, so that no copy of it is left on the stack. */
static void PASS(const uint32_t key[8], const uint8_t nonce[12], uint32_t counter,
                 const uint8_t *in, uint8_t *out) {
  typedef uint32_t quarter __attribute__((vector_size(16)));
  const WORDS none = {0};
  WORDS first[16], x[16];
  first[0] = none + 0x61707865, first[1] = none + 0x3320646e; /* "expand 32-byte k" */
  first[2] = none + 0x79622d32, first[3] = none + 0x6b206574;
  for (int i = 0; i < 8; i++) first[4 + i] = none + key[i];
  for (uint32_t i = 0; i < LANES; i++) first[12][i] = counter + i;
  for (int i = 0; i < 3; i++) first[13 + i] = none + apus_load_little32(nonce + 4 * i);
  UNROLLED for (int i = 0; i < 16; i++) x[i] = first[i];
  for (int i = 0; i < 10; i++) {
    QUARTER_ROUND(x[0], x[4], x[8], x[12]);
    QUARTER_ROUND(x[1], x[5], x[9], x[13]);
    QUARTER_ROUND(x[2], x[6], x[10], x[14]);
    QUARTER_ROUND(x[3], x[7], x[11], x[15]);
    QUARTER_ROUND(x[0], x[5], x[10], x[15]);
    QUARTER_ROUND(x[1], x[6], x[11], x[12]);
    QUARTER_ROUND(x[2], x[7], x[8], x[13]);
    QUARTER_ROUND(x[3], x[4], x[9], x[14]);
  }
  /* Each group of four words is transposed; then the 16 bytes of a vector belong to one block. */
  UNROLLED for (int q = 0; q < 4; q++) {
    WORDS *at = &x[4 * q];
    UNROLLED for (int i = 0; i < 4; i++) at[i] += first[4 * q + i];
    const WORDS a = ZIP_LOW(at[0], at[2]), b = ZIP_LOW(at[1], at[3]);
    const WORDS c = ZIP_HIGH(at[0], at[2]), d = ZIP_HIGH(at[1], at[3]);
    at[0] = ZIP_LOW(a, b), at[1] = ZIP_HIGH(a, b), at[2] = ZIP_LOW(c, d), at[3] = ZIP_HIGH(c, d);
  }
  UNROLLED for (int i = 0; i < 4 * LANES; i++) {
    quarter text, lanes[LANES / 4];
    const int block = i / 4;
    memcpy(&text, in + 16 * i, sizeof text);
    memcpy(lanes, &x[4 * (i % 4) + block % 4], sizeof lanes);
    text ^= lanes[block / 4];
    memcpy(out + 16 * i, &text, sizeof text);
  }
}

#undef UNROLLED
#undef WORDS
#undef JOINED
#undef JOINED_LATE
#undef QUARTER_ROUND
#undef ROTATED
#undef ZIP_LOW
#undef ZIP_HIGH
#undef LANES
#undef PASS
