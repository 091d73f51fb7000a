/* Compares every tier of an algorithm with the portable one, on a number of random messages
 * each. */
#include "shim.h"

enum { MOST_TEXT = 40000, MOST_AAD = 64 };

struct message {
  enum apus_aead_algorithm algorithm;
  uint8_t key[32], nonce[12], aad[MOST_AAD], tag[16];
  size_t aad_count, count;
  uint8_t *plain, *sealed;
};

/* Makes plaintext whose ciphertext has one repeated byte, because carries are longest if all bits
 * are set: the key stream is the ciphertext of zeros. */
static void make_extreme(const apus_aead_key *key, struct message *message) {
  uint8_t tag[16];
  const uint8_t byte = random_number() & 1 ? 0xff : 0;
  memset(message->plain, 0, message->count);
  apus_aead_seal(key, message->nonce, NULL, 0, message->plain, message->count, message->plain, tag);
  for (size_t i = 0; i < message->count; i++) message->plain[i] ^= byte;
}

/* Makes a random message and the portable tier's result for it. */
static struct message make_message(long number) {
  struct message message;
  apus_aead_key key;
  random_bytes((uint8_t *)&message, sizeof message);
  message.algorithm = 1 + (enum apus_aead_algorithm)(number % APUS_CHACHA20_POLY1305);
  message.aad_count = random_below(MOST_AAD + 1);
  message.count = random_below(random_below(4) ? 1200 : MOST_TEXT + 1);
  message.plain = block_of_bytes(message.count);
  message.sealed = block_of_bytes(message.count);
  random_bytes(message.plain, message.count);
  apus_aead_init(&key, message.algorithm, APUS_TIER_PORTABLE, message.key,
                 key_count(message.algorithm));
  if (random_below(8) == 0) make_extreme(&key, &message);
  apus_aead_seal(&key, message.nonce, message.aad, message.aad_count, message.plain, message.count,
                 message.sealed, message.tag);
  return message;
}

static void check_sealing(const apus_aead_key *key, const struct message *m) {
  uint8_t tag[16], *out = block_of_bytes(m->count);
  apus_aead_seal(key, m->nonce, m->aad, m->aad_count, m->plain, m->count, out, tag);
  CHECK(!memcmp(out, m->sealed, m->count) && !memcmp(tag, m->tag, 16), "%s %s, %zu and %zu bytes",
        algorithm_names[m->algorithm], tier_names[key->tier], m->aad_count, m->count);
  memcpy(out, m->plain, m->count);
  apus_aead_seal(key, m->nonce, m->aad, m->aad_count, out, m->count, out, tag);
  CHECK(!memcmp(out, m->sealed, m->count) && !memcmp(tag, m->tag, 16), "in place, %s %s, %zu",
        algorithm_names[m->algorithm], tier_names[key->tier], m->count);
  free(out);
}

/* The output may overwrite the input, or follow it. */
static void check_opening(const apus_aead_key *key, const struct message *m) {
  const size_t distances[] = {0, 1 + random_below(80), m->count, 1 + random_below(2000)};
  for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
    uint8_t *out = block_of_bytes(m->count + distances[i]), *in = out + distances[i];
    memcpy(in, m->sealed, m->count);
    CHECK(!apus_aead_open(key, m->nonce, m->aad, m->aad_count, in, m->count, out, m->tag),
          "%s %s, %zu and %zu bytes, %zu apart", algorithm_names[m->algorithm],
          tier_names[key->tier], m->aad_count, m->count, distances[i]);
    CHECK(!memcmp(out, m->plain, m->count), "%s %s, %zu bytes, %zu apart",
          algorithm_names[m->algorithm], tier_names[key->tier], m->count, distances[i]);
    free(out);
  }
}

/* After a change of any one bit, no plaintext is released. */
static void check_forgery(const apus_aead_key *key, const struct message *m) {
  struct message forged = *m;
  uint8_t *text = block_of_bytes(m->count), *out = block_of_bytes(m->count);
  uint8_t *targets[] = {forged.tag, forged.nonce, forged.aad, text};
  const size_t counts[] = {16, 12, m->aad_count, m->count};
  memcpy(text, m->sealed, m->count);
  memset(out, 0xaa, m->count);
  size_t target = random_below(4);
  if (counts[target] == 0) target = 0;
  targets[target][random_below(counts[target])] ^= (uint8_t)(1 << random_below(8));
  CHECK(apus_aead_open(key, forged.nonce, forged.aad, m->aad_count, text, m->count, out,
                       forged.tag) == APUS_AEAD_FORGED,
        "%s %s", algorithm_names[m->algorithm], tier_names[key->tier]);
  CHECK(is_zero(out, m->count), "%s %s released something", algorithm_names[m->algorithm],
        tier_names[key->tier]);
  apus_aead_open(key, forged.nonce, forged.aad, m->aad_count, text, m->count, text, forged.tag);
  CHECK(is_zero(text, m->count), "%s %s released something in place",
        algorithm_names[m->algorithm], tier_names[key->tier]);
  free(text);
  free(out);
}

void test_agreement(long cases) {
  long seen[APUS_CHACHA20_POLY1305 + 1][APUS_TIER_COUNT] = {0};
  for (long number = 0; number < APUS_CHACHA20_POLY1305 * cases; number++) {
    struct message message = make_message(number);
    for (enum apus_tier tier = APUS_TIER_PORTABLE; tier < APUS_TIER_COUNT; tier++) {
      apus_aead_key key;
      if (!apus_aead_supports(message.algorithm, tier)) continue;
      apus_aead_init(&key, message.algorithm, tier, message.key, key_count(message.algorithm));
      if (tier != APUS_TIER_PORTABLE) check_sealing(&key, &message);
      /* The portable tier is slow, and it is the reference already. */
      if (tier != APUS_TIER_PORTABLE || number % 8 == 0) {
        check_opening(&key, &message);
        check_forgery(&key, &message);
        seen[message.algorithm][tier]++;
      }
    }
    free(message.plain);
    free(message.sealed);
  }
  for (int a = 1; a <= APUS_CHACHA20_POLY1305; a++) {
    for (int tier = 0; tier < APUS_TIER_COUNT; tier++) {
      if (seen[a][tier] > 0) {
        printf("%-17s %-8s agrees on %ld messages\n", algorithm_names[a], tier_names[tier],
               seen[a][tier]);
      }
    }
  }
}
