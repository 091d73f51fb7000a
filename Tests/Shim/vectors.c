/* Known answers, in every tier that this machine has. */
#include "../../Sources/CApus/AESGCM/aes_sbox.h"
#include "../../Sources/CApus/ChaCha20Poly1305/poly1305.h"
#include "shim.h"

static size_t from_hex(const char *hex, uint8_t *bytes) {
  size_t count = 0;
  for (unsigned byte; sscanf(hex + 2 * count, "%2x", &byte) == 1; count++) {
    bytes[count] = (uint8_t)byte;
  }
  return count;
}

/* ---- AEAD ---- */

struct known {
  const char *source;
  enum apus_aead_algorithm algorithm;
  const char *key, *nonce, *aad, *plaintext, *ciphertext, *tag;
};

#define GCM_KEY "feffe9928665731c6d6a8f9467308308"
#define GCM_NONCE "cafebabefacedbaddecaf888"
#define GCM_AAD "feedfacedeadbeeffeedfacedeadbeefabaddad2"
#define GCM_TEXT \
  "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72" \
  "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
#define GCM_128_TEXT \
  "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e" \
  "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
#define GCM_256_TEXT \
  "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa" \
  "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
#define ZEROS "00000000000000000000000000000000"

static const struct known known[] = {
    {"GCM 1", APUS_AES_128_GCM, ZEROS, "000000000000000000000000", "", "", "",
     "58e2fccefa7e3061367f1d57a4e7455a"},
    {"GCM 2", APUS_AES_128_GCM, ZEROS, "000000000000000000000000", "", ZEROS,
     "0388dace60b6a392f328c2b971b2fe78", "ab6e47d42cec13bdf53a67b21257bddf"},
    {"GCM 3", APUS_AES_128_GCM, GCM_KEY, GCM_NONCE, "", GCM_TEXT "1aafd255",
     GCM_128_TEXT "473f5985", "4d5c2af327cd64a62cf35abd2ba6fab4"},
    {"GCM 4", APUS_AES_128_GCM, GCM_KEY, GCM_NONCE, GCM_AAD, GCM_TEXT, GCM_128_TEXT,
     "5bc94fbc3221a5db94fae95ae7121a47"},
    {"GCM 13", APUS_AES_256_GCM, ZEROS ZEROS, "000000000000000000000000", "", "", "",
     "530f8afbc74536b9a963b4f1c4cb738b"},
    {"GCM 14", APUS_AES_256_GCM, ZEROS ZEROS, "000000000000000000000000", "", ZEROS,
     "cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919"},
    {"GCM 15", APUS_AES_256_GCM, GCM_KEY GCM_KEY, GCM_NONCE, "", GCM_TEXT "1aafd255",
     GCM_256_TEXT "898015ad", "b094dac5d93471bdec1a502270e3cc6c"},
    {"GCM 16", APUS_AES_256_GCM, GCM_KEY GCM_KEY, GCM_NONCE, GCM_AAD, GCM_TEXT, GCM_256_TEXT,
     "76fc6ece0f4e1768cddf8853bb2d551b"},
    {"RFC 8439 section 2.8.2", APUS_CHACHA20_POLY1305,
     "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
     "070000004041424344454647", "50515253c0c1c2c3c4c5c6c7",
     "4c616469657320616e642047656e746c656d656e206f662074686520636c617373206f66202739393a20496620"
     "4920636f756c64206f6666657220796f75206f6e6c79206f6e652074697020666f7220746865206675747572652c"
     "2073756e73637265656e20776f756c642062652069742e",
     "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92"
     "728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b"
     "4831d7bc3ff4def08e4b7a9de576d26586cec64b6116",
     "1ae10b594f09e26a7e902ecbd0600691"},
};

static void test_known(const struct known *known, enum apus_tier tier) {
  uint8_t key[32], nonce[12], aad[64], text[128], sealed[128], right[128], tag[16], right_tag[16];
  apus_aead_key ready;
  from_hex(known->nonce, nonce);
  from_hex(known->tag, right_tag);
  const size_t aad_count = from_hex(known->aad, aad), count = from_hex(known->plaintext, text);
  from_hex(known->ciphertext, right);
  CHECK(apus_aead_init(&ready, known->algorithm, tier, key, from_hex(known->key, key)) == 0, "%s",
        known->source);
  apus_aead_seal(&ready, nonce, aad, aad_count, text, count, sealed, tag);
  CHECK(memcmp(sealed, right, count) == 0 && memcmp(tag, right_tag, 16) == 0, "%s %s",
        known->source, tier_names[tier]);
  CHECK(apus_aead_open(&ready, nonce, aad, aad_count, sealed, count, sealed, tag) == 0, "%s %s",
        known->source, tier_names[tier]);
  CHECK(memcmp(sealed, text, count) == 0, "%s %s", known->source, tier_names[tier]);
  apus_aead_wipe(&ready);
  CHECK(is_zero((const uint8_t *)&ready, sizeof ready), "a wiped key is zeros");
}

/* The tag of an empty message, whose pointers may be NULL. */
static void test_nothing(enum apus_aead_algorithm algorithm, enum apus_tier tier) {
  const uint8_t bytes[32] = {1};
  uint8_t tag[16];
  apus_aead_key key;
  apus_aead_init(&key, algorithm, tier, bytes, key_count(algorithm));
  CHECK(apus_aead_seal(&key, bytes, NULL, 0, NULL, 0, NULL, tag) == APUS_AEAD_OK, "seal");
  CHECK(apus_aead_open(&key, bytes, NULL, 0, NULL, 0, NULL, tag) == APUS_AEAD_OK, "open");
  tag[15] ^= 0x80;
  CHECK(apus_aead_open(&key, bytes, NULL, 0, NULL, 0, NULL, tag) == APUS_AEAD_FORGED, "forged");
}

static void test_refusals(void) {
  apus_aead_key key;
  uint8_t bytes[33] = {1}, tag[16];
  for (enum apus_aead_algorithm a = APUS_AES_128_GCM; a <= APUS_CHACHA20_POLY1305; a++) {
    const enum apus_tier best = apus_aead_best_tier(a);
    CHECK(apus_aead_supports(a, best) && apus_aead_supports(a, APUS_TIER_PORTABLE), "tiers");
    for (size_t count = 0; count <= 33; count++) {
      const bool is_right = apus_aead_init(&key, a, best, bytes, count) == APUS_AEAD_OK;
      CHECK(is_right == (count == key_count(a)), "key of %zu bytes", count);
    }
  }
  CHECK(is_zero((const uint8_t *)&key, sizeof key), "a key that was refused is zeros");
  CHECK(apus_aead_seal(&key, bytes, NULL, 0, NULL, 0, NULL, tag) == APUS_AEAD_UNSUPPORTED, "seal");
  CHECK(apus_aead_open(&key, bytes, NULL, 0, NULL, 0, NULL, tag) == APUS_AEAD_UNSUPPORTED, "open");
  CHECK(!apus_aead_supports(APUS_AES_128_GCM, APUS_TIER_COUNT), "no tier");
  CHECK(!apus_aead_supports((enum apus_aead_algorithm)0, APUS_TIER_PORTABLE), "no algorithm");
  apus_aead_init(&key, APUS_AES_128_GCM, APUS_TIER_PORTABLE, bytes, 16);
  const size_t long_count = APUS_AEAD_LIMIT + 1;
  CHECK(apus_aead_seal(&key, bytes, bytes, long_count, bytes, 1, bytes, tag) == APUS_AEAD_TOO_LONG,
        "associated data beyond the limit");
  CHECK(apus_aead_seal(&key, bytes, bytes, 1, bytes, long_count, bytes, tag) == APUS_AEAD_TOO_LONG,
        "text beyond the limit");
  CHECK(apus_aead_open(&key, bytes, bytes, 1, bytes, long_count, bytes, tag) == APUS_AEAD_TOO_LONG,
        "text beyond the limit");
}

/* ---- the S-box, by its definition ---- */

static uint8_t times(uint8_t a, uint8_t b) {
  uint8_t product = 0;
  for (int i = 7; i >= 0; i--) {
    product = (uint8_t)(product << 1 ^ (product >> 7) * 0x1b);
    if (b >> i & 1) product ^= a;
  }
  return product;
}

static uint8_t defined_sbox(uint8_t a) {
  uint8_t inverse = 1, value = 0;
  for (int i = 0; i < 254; i++) inverse = times(inverse, a);
  for (int i = 0; i < 5; i++) value ^= (uint8_t)(inverse << i | inverse >> (8 - i));
  return value ^ 0x63;
}

static void test_sbox(void) {
  for (int a = 0; a < 256; a++) {
    plane bit[8];
    uint8_t value = 0;
    for (int i = 0; i < 8; i++) bit[i] = (plane){(uint32_t)a >> i & 1};
    apus_aes_sbox(bit);
    for (int i = 0; i < 8; i++) value |= (uint8_t)((bit[i][0] & 1) << i);
    CHECK(value == defined_sbox((uint8_t)a), "S-box of %d", a);
  }
}

/* ---- Poly1305: RFC 8439 appendix A.3, vectors 7 to 12 ---- */

static void test_poly1305(void) {
  static const struct {
    const char *r, *pad, *text, *tag;
  } known[] = {
      {"02" ZEROS, ZEROS, "ffffffffffffffffffffffffffffffff", "03000000000000000000000000000000"},
      {"02" ZEROS, "ffffffffffffffffffffffffffffffff", "02" ZEROS,
       "03000000000000000000000000000000"},
      {"01" ZEROS, ZEROS,
       "fffffffffffffffffffffffffffffffff0ffffffffffffffffffffffffffffff11" ZEROS,
       "05000000000000000000000000000000"},
      {"01" ZEROS, ZEROS,
       "fffffffffffffffffffffffffffffffffbfefefefefefefefefefefefefefefe"
       "01010101010101010101010101010101",
       ZEROS},
      {"02" ZEROS, ZEROS, "fdffffffffffffffffffffffffffffff", "faffffffffffffffffffffffffffffff"},
      {"01000000000000000400000000000000", ZEROS,
       "e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000" ZEROS "01" ZEROS,
       "14000000000000005500000000000000"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    uint8_t key[48], pad[16], text[80], tag[16], right[16];
    struct apus_poly1305 state;
    from_hex(known[i].r, key);
    from_hex(known[i].pad, pad);
    memcpy(key + 16, pad, sizeof pad);
    from_hex(known[i].tag, right);
    apus_poly1305_begin(&state, key);
    apus_poly1305_absorb(&state, text, from_hex(known[i].text, text) / 16);
    apus_poly1305_finish(&state, tag);
    CHECK(memcmp(tag, right, 16) == 0, "vector %zu", i + 7);
  }
}

/* Sums whose carries wrap around: 2^131 - 1 = 2 * 5 - 1 and 2^130 + 2^27 - 1 = 5 + 2^27 - 1. */
static void test_poly1305_carries(void) {
  const uint32_t full = (1 << 26) - 1;
  struct apus_poly1305 all = {.h = {full, full, full, full, 2 * full + 1}};
  struct apus_poly1305 low = {.h = {full, 1, 0, 0, full + 1}};
  const uint8_t right[16] = {4, 0, 0, 8};
  uint8_t tag[16];
  apus_poly1305_finish(&all, tag);
  CHECK(tag[0] == 9 && is_zero(tag + 1, 15), "%d", tag[0]);
  apus_poly1305_finish(&low, tag);
  CHECK(memcmp(tag, right, 16) == 0, "%d", tag[0]);
}

/* ---- SHA-256 ---- */

static void sha256(const uint8_t *at, size_t count, enum apus_tier tier, char hex[65]) {
  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint8_t last[128] = {0};
  const size_t rest = count % 64, end = rest < 56 ? 64 : 128;
  apus_sha256_blocks(state, at, count / 64, tier);
  memcpy(last, at + count - rest, rest);
  last[rest] = 0x80;
  for (int i = 0; i < 8; i++) last[end - 1 - i] = (uint8_t)(8 * (uint64_t)count >> (8 * i));
  apus_sha256_blocks(state, last, end / 64, tier);
  for (int i = 0; i < 8; i++) snprintf(hex + 8 * i, 9, "%08x", state[i]);
}

static void test_sha256(enum apus_tier tier) {
  static uint8_t many[1000000];
  const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  char hex[65];
  sha256((const uint8_t *)"", 0, tier, hex);
  CHECK(!strcmp(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"), "empty");
  sha256((const uint8_t *)"abc", 3, tier, hex);
  CHECK(!strcmp(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"), "abc");
  sha256((const uint8_t *)two, 56, tier, hex);
  CHECK(!strcmp(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"), "two");
  memset(many, 'a', sizeof many);
  sha256(many, sizeof many, tier, hex);
  CHECK(!strcmp(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"), "many");
}

static void test_sha256_agreement(enum apus_tier tier) {
  static uint8_t bytes[64 * 40 + 1];
  for (size_t blocks = 0; blocks <= 40; blocks++) {
    uint32_t right[8] = {1, 2, 3, 4, 5, 6, 7, 8}, state[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    random_bytes(bytes, sizeof bytes);
    apus_sha256_blocks(right, bytes + 1, blocks, APUS_TIER_PORTABLE);
    apus_sha256_blocks(state, bytes + 1, blocks, tier);
    CHECK(memcmp(right, state, sizeof right) == 0, "%zu blocks", blocks);
  }
}

void test_vectors(void) {
  test_sbox();
  test_poly1305();
  test_poly1305_carries();
  test_refusals();
  for (enum apus_tier tier = APUS_TIER_PORTABLE; tier < APUS_TIER_COUNT; tier++) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
      if (apus_aead_supports(known[i].algorithm, tier)) test_known(&known[i], tier);
    }
    for (enum apus_aead_algorithm a = APUS_AES_128_GCM; a <= APUS_CHACHA20_POLY1305; a++) {
      if (apus_aead_supports(a, tier)) test_nothing(a, tier);
    }
    if (!apus_sha256_supports(tier)) continue;
    test_sha256(tier);
    test_sha256_agreement(tier);
  }
}
