/* Checks that time and addresses do not depend on secrets: under valgrind, which reports every
 * branch and every address that depends on undefined memory, with the secrets marked undefined.
 *
 * Valgrind supports AES-NI, AVX2 and no wider instructions. The wider tiers are compiled from the
 * same source; their comments give the reasons. `constant_time leak` must be reported. */
#include <valgrind/memcheck.h>

#include "shim.h"

long checks, failures;
uint64_t seed = 1;

static void hide(const void *at, size_t count) { (void)VALGRIND_MAKE_MEM_UNDEFINED(at, count); }

/* Declassifies the bytes that a peer sees. */
static void show(const void *at, size_t count) { (void)VALGRIND_MAKE_MEM_DEFINED(at, count); }

/* The key, the text and all results are secret; lengths, nonce and associated data are not. */
static void run_aead(enum apus_aead_algorithm algorithm, enum apus_tier tier, size_t count) {
  uint8_t key[32], nonce[12] = {1}, aad[13] = {2}, tag[16], text[1500];
  apus_aead_key ready;
  random_bytes(key, sizeof key);
  random_bytes(text, count);
  hide(key, sizeof key);
  hide(text, count);
  apus_aead_init(&ready, algorithm, tier, key, key_count(algorithm));
  apus_aead_seal(&ready, nonce, aad, sizeof aad, text, count, text, tag);
  CHECK(apus_aead_open(&ready, nonce, aad, sizeof aad, text, count, text, tag) == APUS_AEAD_OK,
        "%s", tier_names[tier]);
  apus_aead_seal(&ready, nonce, aad, sizeof aad, text, count, text, tag);
  tag[3] ^= 1;
  CHECK(apus_aead_open(&ready, nonce, aad, sizeof aad, text, count, text, tag) == APUS_AEAD_FORGED,
        "%s", tier_names[tier]);
}

/* Sealing a record; its padding is found in variable time, after the tag has been checked. */
static void run_record(enum apus_record_version version, enum apus_aead_algorithm algorithm) {
  uint8_t key[32], iv[12], text[300], out[400];
  const apus_fragment fragments[] = {{text, 100}, {text + 100, 200}};
  apus_record_protection protection;
  const size_t iv_count = version == APUS_RECORD_TLS_1_2 && key_count(algorithm) == 16 ? 4 : 12;
  size_t written;
  random_bytes(key, sizeof key), random_bytes(iv, sizeof iv), random_bytes(text, sizeof text);
  hide(key, sizeof key), hide(iv, sizeof iv), hide(text, sizeof text);
  apus_record_init(&protection, version, algorithm, APUS_TIER_PORTABLE, key, key_count(algorithm),
                   iv, iv_count);
  CHECK(apus_records_seal(&protection, 23, fragments, 2, 16384, out, sizeof out, &written) == 0,
        "sealed");
  show(out, written);
}

static void run_sha256(enum apus_tier tier) {
  uint32_t state[8] = {1};
  uint8_t block[128];
  random_bytes(block, sizeof block);
  hide(block, sizeof block);
  apus_sha256_blocks(state, block, 2, tier);
}

/* A leak that must be reported: an address and a branch that depend on a secret. */
static void leak(void) {
  static const uint8_t table[256] = {1, 2, 3};
  uint8_t secret = (uint8_t)random_number();
  volatile uint8_t sink;
  hide(&secret, sizeof secret);
  sink = table[secret];
  if (secret & 1) sink = 0;
  (void)sink;
}

int main(int count, char **arguments) {
  const size_t counts[] = {0, 1, 16, 31, 255, 1500};
  if (count > 1 && strcmp(arguments[1], "leak") == 0) leak();
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    for (enum apus_aead_algorithm a = APUS_AES_128_GCM; a <= APUS_CHACHA20_POLY1305; a++) {
      for (enum apus_tier tier = APUS_TIER_PORTABLE; tier < APUS_TIER_COUNT; tier++) {
        if (!apus_aead_supports(a, tier)) continue;
        run_aead(a, tier, counts[i]);
        if (i == 0) printf("%s %s\n", algorithm_names[a], tier_names[tier]);
      }
    }
  }
  run_record(APUS_RECORD_TLS_1_3, APUS_AES_128_GCM);
  run_record(APUS_RECORD_TLS_1_3, APUS_CHACHA20_POLY1305);
  run_record(APUS_RECORD_TLS_1_2, APUS_AES_128_GCM);
  run_record(APUS_RECORD_TLS_1_2, APUS_CHACHA20_POLY1305);
  for (enum apus_tier tier = APUS_TIER_PORTABLE; tier < APUS_TIER_COUNT; tier++) {
    if (apus_sha256_supports(tier)) run_sha256(tier);
  }
  return failures != 0;
}
