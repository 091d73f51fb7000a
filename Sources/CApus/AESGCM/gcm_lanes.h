/* AES-GCM over vectors of LANES blocks: one source, compiled for each instruction set.
 *
 * The including file defines, for a type `vec` of LANES blocks:
 *
 *     load, store                a whole vector, at any address
 *     load_part, store_part      its first count bytes, the others read as zero
 *     keep_part                  the same of a vector at hand
 *     set_byte                   one byte of a vector replaced
 *     load_block, store_block    its first block, the others read as zero
 *     broadcast                  one block in every lane
 *     xor, add                   bit by bit; 32-bit words
 *     reverse                    the bytes of each block the other way round
 *     swap                       the 64-bit halves of each block exchanged
 *     shift_up, shift_down       each block by 64 bits, filled with zeros
 *     gather                     the sum of all lanes in the first, the others zero
 *     cipher_round, last_round   ShiftRows, SubBytes, MixColumns but in the last, AddRoundKey
 *     substitute                 SubWord of one word
 *     times_low, times_high      the carry-less product of two lower, two upper halves
 *     times_across               upper half of the one with lower half of the other, both summed
 *     times_middle               lower half times POLYVAL's middle
 *     KEEP_ORDER                 no instruction, but neither a vector nor a sum may be worked on
 *                                across it: it keeps the compiler from doing one after the other
 *
 * and VECTORS, the number of vectors in a step. The time of these instructions does not depend on
 * their data; the branches and addresses below depend only on lengths. */

#define UNROLLED _Pragma("clang loop unroll(full)")

enum { BLOCK = 16, WIDTH = BLOCK * LANES, STEP = WIDTH * VECTORS, LEAST_ROUNDS = 10 };

APUS_INLINE size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* ---- GHASH ---- */

/* A sum of products before its reduction: low + middle * x^64 + high * x^128. */
struct sum {
  vec low, middle, high;
};

APUS_INLINE struct sum plus_product(struct sum sum, vec a, vec b) {
  sum.low = xor(sum.low, times_low(a, b));
  sum.middle = xor(sum.middle, times_across(a, b));
  sum.high = xor(sum.high, times_high(a, b));
  return sum;
}

/* Two steps of Montgomery's reduction, as gcm.h explains, in every lane. */
APUS_INLINE vec reduce(struct sum sum) {
  vec low = xor(sum.low, shift_up(sum.middle));
  vec high = xor(sum.high, shift_down(sum.middle));
  low = xor(swap(low), times_middle(low));
  low = xor(swap(low), times_middle(low));
  return xor(high, low);
}

APUS_INLINE vec dot(vec a, vec b) { return reduce(plus_product((struct sum){0}, a, b)); }

/* The powers of H for a number of blocks, the highest first. Zeros follow H. */
APUS_INLINE const uint8_t *powers(const apus_aead_key *key, size_t count) {
  return key->ghash_powers[APUS_GHASH_POWERS - count];
}

APUS_INLINE size_t blocks(size_t count) { return (count + BLOCK - 1) / BLOCK; }

/* Absorbs bytes, padded with zeros to whole blocks. This is Horner's rule, with one reduction for
 * each step instead of one for each block:
 *
 *     (((y + a) H + b) H + c) H  =  (y + a) H^3 + b H^2 + c H. */
APUS_INLINE vec absorb(const apus_aead_key *key, vec y, const uint8_t *at, size_t count) {
  while (count > 0) {
    const size_t part = least(count, STEP);
    const uint8_t *power = powers(key, blocks(part));
    struct sum sum = {0};
    for (size_t i = 0; i < part; i += WIDTH) {
      vec text = xor(y, reverse(load_part(at + i, part - i)));
      sum = plus_product(sum, text, load(power + i));
      y = (vec){0};
    }
    y = gather(reduce(sum));
    at += part;
    count -= part;
  }
  return y;
}

/* ---- counter mode ---- */

/* LANES counter blocks from a number on, reversed so that a 32-bit addition increments them. */
APUS_INLINE vec counters(const uint8_t nonce[12], uint32_t first) {
  uint8_t at[WIDTH];
  for (uint32_t i = 0; i < LANES; i++) {
    memcpy(at + BLOCK * i, nonce, 12);
    apus_store_big32(at + BLOCK * i + 12, first + i);
  }
  return reverse(load(at));
}

APUS_INLINE vec next(vec counter) {
  static const uint8_t stride[BLOCK] = {LANES};
  return add(counter, broadcast(stride));
}

APUS_INLINE vec round_key(const apus_aead_key *key, uint32_t round) {
  return broadcast(key->aes_round_keys[round]);
}

APUS_INLINE vec key_stream(const apus_aead_key *key, vec counter) {
  vec state = xor(reverse(counter), round_key(key, 0));
  UNROLLED for (uint32_t r = 1; r < LEAST_ROUNDS; r++) {
    state = cipher_round(state, round_key(key, r));
  }
  for (uint32_t r = LEAST_ROUNDS; r < key->aes_rounds; r++) {
    state = cipher_round(state, round_key(key, r));
  }
  return last_round(state, round_key(key, key->aes_rounds));
}

/* ---- both ---- */

/* Encrypts one step of text, and absorbs one step of ciphertext between the rounds if there is any:
 * the CPU has time for it there. All input is read before out is written. */
APUS_INLINE vec step(const apus_aead_key *key, vec y, vec *counter, const uint8_t *in, uint8_t *out,
                     const uint8_t *ciphertext) {
  vec state[VECTORS];
  struct sum sum = {0};
  UNROLLED for (size_t i = 0; i < VECTORS; i++, *counter = next(*counter)) {
    state[i] = xor(reverse(*counter), round_key(key, 0));
  }
  UNROLLED for (uint32_t r = 1; r < LEAST_ROUNDS; r++) {
    UNROLLED for (size_t i = 0; i < VECTORS; i++) {
      state[i] = cipher_round(state[i], round_key(key, r));
    }
    if (ciphertext == NULL || r > VECTORS) continue;
    vec text = reverse(load(ciphertext + WIDTH * (r - 1)));
    if (r == 1) text = xor(text, y);
    sum = plus_product(sum, text, load(powers(key, STEP / BLOCK) + WIDTH * (r - 1)));
    UNROLLED for (size_t i = 0; i < VECTORS; i++) KEEP_ORDER(state[i], sum);
  }
  for (uint32_t r = LEAST_ROUNDS; r < key->aes_rounds; r++) {
    UNROLLED for (size_t i = 0; i < VECTORS; i++) {
      state[i] = cipher_round(state[i], round_key(key, r));
    }
  }
  UNROLLED for (size_t i = 0; i < VECTORS; i++) {
    state[i] = last_round(state[i], round_key(key, key->aes_rounds));
    state[i] = xor(state[i], load(in + WIDTH * i));
  }
  UNROLLED for (size_t i = 0; i < VECTORS; i++) store(out + WIDTH * i, state[i]);
  return ciphertext == NULL ? y : gather(reduce(sum));
}

/* The rest after the steps, at most as long as one step, and the lengths. */
APUS_INLINE vec finish(const apus_aead_key *key, vec y, vec counter,
                       const struct apus_aead_job *job, size_t done, bool sealing) {
  const size_t given = job->count - done, count = given + job->has_suffix;
  const uint8_t *power = powers(key, blocks(count) + 1);
  uint8_t lengths[BLOCK];
  struct sum sum = {0};
  for (size_t i = 0; i < count; i += WIDTH, counter = next(counter)) {
    vec text = load_part(job->in + done + i, given - i);
    if (job->has_suffix && given - i < WIDTH) text = set_byte(text, given - i, job->suffix);
    vec made = keep_part(xor(text, key_stream(key, counter)), count - i);
    store_part(job->out + done + i, made, count - i);
    sum = plus_product(sum, xor(y, reverse(sealing ? made : text)), load(power + i));
    y = (vec){0};
  }
  apus_gcm_store_lengths(lengths, job);
  sum = plus_product(sum, xor(y, reverse(load_block(lengths))), load(powers(key, 1)));
  return gather(reduce(sum));
}

/* Sealing absorbs the ciphertext of the previous step while it encrypts the next one; opening has
 * its ciphertext from the start. SP 800-38D sections 7.1 and 7.2. */
APUS_INLINE void crypt(const apus_aead_key *key, const struct apus_aead_job *job, bool sealing) {
  const uint8_t *in = job->in;
  uint8_t *out = job->out;
  vec counter = counters(job->nonce, 2), y = absorb(key, (vec){0}, job->aad, job->aad_count);
  size_t done = 0;
  if (sealing && job->count >= STEP) {
    step(key, y, &counter, in, out, NULL);
    done = STEP;
  }
  for (; job->count - done >= STEP; done += STEP) {
    y = step(key, y, &counter, in + done, out + done, sealing ? out + done - STEP : in + done);
  }
  if (sealing && done > 0) y = absorb(key, y, out + done - STEP, STEP);
  y = finish(key, y, counter, job, done, sealing);
  store_block(job->tag, xor(reverse(y), key_stream(key, counters(job->nonce, 1))));
}

/* ---- the cipher ---- */

/* H is the encrypted block of zeros. Its powers suffice for one step and the lengths: the last few
 * are computed one by one, and each vector before them is the next one times H^LANES. */
static void prepare(apus_aead_key *key, const uint8_t *bytes) {
  uint8_t *h = key->ghash_powers[APUS_GHASH_POWERS - 1];
  size_t i = APUS_GHASH_POWERS - 1;
  apus_aes_expand(key, bytes, substitute);
  memset(key->ghash_powers, 0, sizeof key->ghash_powers);
  store_block(h, reverse(key_stream(key, (vec){0})));
  apus_times_x(h);
  for (; i > APUS_GHASH_POWERS - LANES; i--) {
    store_block(key->ghash_powers[i - 1], dot(load_block(key->ghash_powers[i]), load_block(h)));
  }
  for (vec factor = broadcast(key->ghash_powers[i]); APUS_GHASH_POWERS - i <= STEP / BLOCK;) {
    vec power = dot(load(key->ghash_powers[i]), factor);
    i -= LANES;
    store(key->ghash_powers[i], power);
  }
}

static void seal_job(const apus_aead_key *key, const struct apus_aead_job *job) {
  crypt(key, job, true);
}

static void open_job(const apus_aead_key *key, const struct apus_aead_job *job) {
  crypt(key, job, false);
}
