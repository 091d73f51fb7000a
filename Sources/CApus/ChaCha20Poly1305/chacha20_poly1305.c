/* The AEAD construction of ChaCha20 and Poly1305 for all tiers. RFC 8439 section 2.8. */
#include "chacha20_poly1305.h"

enum {
  BLOCK = 16,
  NARROW = APUS_CHACHA20_NARROW,
  WIDE = APUS_CHACHA20_WIDE,
  /* The rest of the first narrow pass; its block 0 is Poly1305's key. */
  FIRST = NARROW - APUS_CHACHA20_BLOCK,
};

/* Copies the text from an offset, followed by its suffix, until the buffer is full. */
static size_t gather(const struct apus_aead_job *job, size_t from, uint8_t *buffer, size_t room) {
  const size_t left = job->count + job->has_suffix - from, count = left < room ? left : room;
  const size_t given = count == left ? count - (count > 0 && job->has_suffix) : count;
  if (given > 0) memcpy(buffer, job->in + from, given);
  if (count > given) buffer[given] = job->suffix;
  return count;
}

/* Makes Poly1305's key, and encrypts the first bytes of text with the same pass; returns their
 * number. */
static size_t begin(const apus_aead_key *key, const struct apus_aead_job *job,
                    const struct apus_chacha20_tier *tier, uint8_t buffer[NARROW]) {
  memset(buffer, 0, NARROW);
  const size_t count = gather(job, 0, buffer + APUS_CHACHA20_BLOCK, FIRST);
  tier->narrow(key->chacha20_key, job->nonce, 0, buffer, buffer);
  return count;
}

/* Encrypts the rest of the text: directly while wide passes are full, then through a buffer. */
static void encipher(const apus_aead_key *key, const struct apus_aead_job *job,
                     const struct apus_chacha20_tier *tier, size_t done) {
  const size_t times = job->count > done ? (job->count - done) / WIDE : 0;
  uint32_t counter = NARROW / APUS_CHACHA20_BLOCK;
  uint8_t buffer[WIDE];
  if (times > 0) {
    tier->wide(key->chacha20_key, job->nonce, counter, job->in + done, job->out + done, times);
    done += WIDE * times;
    counter += (uint32_t)(WIDE / APUS_CHACHA20_BLOCK * times);
  }
  const size_t rest = gather(job, done, buffer, WIDE);
  if (rest == 0) return;
  memset(buffer + rest, 0, WIDE - rest);
  if (rest <= NARROW) {
    tier->narrow(key->chacha20_key, job->nonce, counter, buffer, buffer);
  } else {
    tier->wide(key->chacha20_key, job->nonce, counter, buffer, buffer, 1);
  }
  memcpy(job->out + done, buffer, rest);
  /* It holds the text, followed by key stream. */
  apus_wipe(buffer, sizeof buffer);
}

static void absorb_padded(struct apus_poly1305 *state, const struct apus_chacha20_tier *tier,
                          const uint8_t *at, size_t count) {
  const size_t rest = count % BLOCK, whole = count - rest;
  uint8_t block[BLOCK] = {0};
  if (whole > 0) tier->absorb(state, at, whole / BLOCK);
  if (rest == 0) return;
  memcpy(block, at + whole, rest);
  apus_poly1305_absorb(state, block, 1);
}

static void authenticate(const struct apus_aead_job *job, const struct apus_chacha20_tier *tier,
                         const uint8_t key[32], const uint8_t *ciphertext) {
  struct apus_poly1305 state;
  uint8_t lengths[BLOCK];
  apus_poly1305_begin(&state, key);
  absorb_padded(&state, tier, job->aad, job->aad_count);
  absorb_padded(&state, tier, ciphertext, job->count + job->has_suffix);
  apus_store_little64(lengths, job->aad_count);
  apus_store_little64(lengths + 8, (uint64_t)job->count + job->has_suffix);
  apus_poly1305_absorb(&state, lengths, 1);
  apus_poly1305_finish(&state, job->tag);
  apus_wipe(&state, sizeof state);
}

void apus_chacha20_poly1305_prepare(apus_aead_key *key, const uint8_t *bytes) {
  for (int i = 0; i < 8; i++) key->chacha20_key[i] = apus_load_little32(bytes + 4 * i);
}

void apus_chacha20_poly1305_seal(const apus_aead_key *key, const struct apus_aead_job *job,
                                 const struct apus_chacha20_tier *tier) {
  uint8_t buffer[NARROW];
  const size_t done = begin(key, job, tier, buffer);
  if (done > 0) memcpy(job->out, buffer + APUS_CHACHA20_BLOCK, done);
  encipher(key, job, tier, done);
  authenticate(job, tier, buffer, job->out);
  apus_wipe(buffer, sizeof buffer);
}

/* The output may overwrite the input, so all of it is authenticated before any is written. */
void apus_chacha20_poly1305_open(const apus_aead_key *key, const struct apus_aead_job *job,
                                 const struct apus_chacha20_tier *tier) {
  uint8_t buffer[NARROW];
  const size_t done = begin(key, job, tier, buffer);
  authenticate(job, tier, buffer, job->in);
  if (done > 0) memcpy(job->out, buffer + APUS_CHACHA20_BLOCK, done);
  encipher(key, job, tier, done);
  apus_wipe(buffer, sizeof buffer);
}
