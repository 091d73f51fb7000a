/* AES-GCM in C alone, in constant time on every CPU whose multiplication is. */
#include "aes_portable.h"

enum { BLOCK = 16, BATCH = BLOCK * APUS_AES_BATCH };

/* ---- GHASH, as gcm.h explains ---- */

struct element {
  uint64_t low, high;
};

APUS_INLINE struct element plus(struct element a, struct element b) {
  return (struct element){a.low ^ b.low, a.high ^ b.high};
}

/* The lower 64 bits of a carry-less product, by integer products of numbers with gaps.
 *
 * If only every fourth bit is kept, at most 16 ones meet in a digit of four bits. They overflow the
 * digit only in the highest position, where this is harmless: the low bit of each digit is the sum
 * without carries, and the rest is masked out. */
APUS_INLINE uint64_t times_low(uint64_t a, uint64_t b) {
  const uint64_t mask = UINT64_C(0x1111111111111111);
  uint64_t product = 0;
  for (int i = 0; i < 4; i++) {
    uint64_t digits = 0;
    for (int j = 0; j < 4; j++) digits ^= (a & mask << j) * (b & mask << ((i - j) & 3));
    product ^= digits & mask << i;
  }
  return product;
}

/* The whole product of 64 by 64 bits. Reversed factors have the reversed product, of 127 bits. */
APUS_INLINE struct element times64(uint64_t a, uint64_t b) {
  uint64_t reversed = times_low(__builtin_bitreverse64(a), __builtin_bitreverse64(b));
  return (struct element){times_low(a, b), __builtin_bitreverse64(reversed) >> 1};
}

/* One step of Montgomery's reduction: the low half of a number, and the same with its lower 64
 * bits, t, cleared by t * Q and dropped. Here t * Q is t + t * (x^127 + x^126 + x^121) + t * x^128.
 * This code omits the first term, which only clears, and shifts the others down by 64. */
APUS_INLINE struct element reduce(struct element value) {
  uint64_t t = value.low;
  return (struct element){value.high ^ t << 63 ^ t << 62 ^ t << 57, t ^ t >> 1 ^ t >> 2 ^ t >> 7};
}

/* a * b * x^-128, by Karatsuba's three products of halves. */
APUS_INLINE struct element dot(struct element a, struct element b) {
  struct element low = times64(a.low, b.low), high = times64(a.high, b.high);
  struct element middle = times64(a.low ^ a.high, b.low ^ b.high);
  middle = plus(middle, plus(low, high));
  low.high ^= middle.low;
  high.low ^= middle.high;
  return plus(high, reduce(reduce(low)));
}

static struct element absorb(const apus_aead_key *key, struct element y, const uint8_t *at,
                             size_t count) {
  const uint8_t *power = key->ghash_powers[APUS_GHASH_POWERS - 1];
  const struct element h = {apus_load_little64(power), apus_load_little64(power + 8)};
  while (count > 0) {
    uint8_t block[BLOCK] = {0};
    const size_t part = count < BLOCK ? count : BLOCK;
    memcpy(block, at, part);
    y = dot(plus(y, (struct element){apus_load_big64(block + 8), apus_load_big64(block)}), h);
    at += part;
    count -= part;
  }
  return y;
}

/* ---- counter mode ---- */

static void key_stream(const apus_aead_key *key, const uint8_t nonce[12], uint32_t counter,
                       uint8_t out[BATCH]) {
  plane blocks[APUS_AES_BATCH];
  for (uint32_t i = 0; i < APUS_AES_BATCH; i++) {
    uint8_t block[BLOCK];
    memcpy(block, nonce, 12);
    apus_store_big32(block + 12, counter + i);
    memcpy(&blocks[i], block, BLOCK);
  }
  apus_aes_portable(key, blocks);
  memcpy(out, blocks, BATCH);
  apus_wipe(blocks, sizeof blocks);
}

static void crypt(const apus_aead_key *key, const struct apus_aead_job *job) {
  const size_t count = job->count + job->has_suffix;
  uint32_t counter = 2;
  for (size_t done = 0; done < count; done += BATCH, counter += APUS_AES_BATCH) {
    uint8_t stream[BATCH];
    const size_t left = job->count - done, part = left < BATCH ? left : BATCH;
    key_stream(key, job->nonce, counter, stream);
    for (size_t i = 0; i < part; i++) job->out[done + i] = job->in[done + i] ^ stream[i];
    if (job->has_suffix && left < BATCH) job->out[job->count] = job->suffix ^ stream[left];
    apus_wipe(stream, sizeof stream);
  }
}

static void make_tag(const apus_aead_key *key, const struct apus_aead_job *job,
                     const uint8_t *ciphertext) {
  uint8_t block[BLOCK], stream[BATCH];
  struct element y = absorb(key, (struct element){0}, job->aad, job->aad_count);
  y = absorb(key, y, ciphertext, job->count + job->has_suffix);
  apus_gcm_store_lengths(block, job);
  y = absorb(key, y, block, BLOCK);
  apus_store_big64(block, y.high);
  apus_store_big64(block + 8, y.low);
  key_stream(key, job->nonce, 1, stream);
  for (int i = 0; i < BLOCK; i++) job->tag[i] = block[i] ^ stream[i];
  apus_wipe(stream, sizeof stream);
}

/* ---- the cipher ---- */

static void prepare(apus_aead_key *key, const uint8_t *bytes) {
  plane blocks[APUS_AES_BATCH] = {{0}};
  uint8_t h[BLOCK];
  apus_aes_expand(key, bytes, apus_aes_portable_substitute);
  apus_aes_portable(key, blocks);
  memcpy(h, &blocks[0], BLOCK);
  uint8_t *reversed = key->ghash_powers[APUS_GHASH_POWERS - 1];
  for (int i = 0; i < BLOCK; i++) reversed[i] = h[BLOCK - 1 - i];
  apus_times_x(reversed);
}

static void seal_job(const apus_aead_key *key, const struct apus_aead_job *job) {
  crypt(key, job);
  make_tag(key, job, job->out);
}

static void open_job(const apus_aead_key *key, const struct apus_aead_job *job) {
  make_tag(key, job, job->in);
  crypt(key, job);
}

const struct apus_aead_cipher apus_aes_gcm_portable = {prepare, seal_job, open_job};
