/* Authenticated encryption: AES-GCM and ChaCha20-Poly1305, with 12-byte nonces, 16-byte tags. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "apus_tier.h"

enum {
  APUS_AEAD_NONCE_BYTES = 12,
  APUS_AEAD_TAG_BYTES = 16,
  APUS_AES_MAX_ROUNDS = 14,
  APUS_GHASH_POWERS = 36,
  APUS_GHASH_SLACK = 3,
};

/* The maximum length of a message and of its associated data: GCM's own limit, 2^39 - 256 bits. */
#define APUS_AEAD_LIMIT ((UINT64_C(1) << 36) - 32)

/* Zero is not an algorithm: a key that is not ready can neither seal nor open. */
enum apus_aead_algorithm {
  APUS_AES_128_GCM = 1,
  APUS_AES_256_GCM,
  APUS_CHACHA20_POLY1305,
};

enum apus_aead_result {
  APUS_AEAD_OK,
  APUS_AEAD_FORGED,      /* the tag does not match; no plaintext was released */
  APUS_AEAD_TOO_LONG,    /* a message or its associated data exceeds APUS_AEAD_LIMIT */
  APUS_AEAD_UNSUPPORTED, /* no code for the tier, no CPU for it, or a key that is not ready */
  APUS_AEAD_BAD_LENGTH,  /* the wrong number of bytes for the algorithm's key or its nonce base */
};

/* A key that is ready for use. It holds secrets: wipe it. */
typedef struct {
  /* Powers of GHASH's key, the highest first, then zeros for wide loads that exceed them. */
  _Alignas(16) uint8_t ghash_powers[APUS_GHASH_POWERS + APUS_GHASH_SLACK][16];
  /* AES's round keys, in order. */
  _Alignas(16) uint8_t aes_round_keys[APUS_AES_MAX_ROUNDS + 1][16];
  uint32_t aes_rounds;
  uint32_t chacha20_key[8];
  enum apus_aead_algorithm algorithm;
  enum apus_tier tier;
} apus_aead_key;

/* Returns whether this machine can run an algorithm in a tier, and the fastest supported tier. */
bool apus_aead_supports(enum apus_aead_algorithm algorithm, enum apus_tier tier);
enum apus_tier apus_aead_best_tier(enum apus_aead_algorithm algorithm);

/* Prepares a key of 16 or 32 bytes for a tier. If it fails, the key is all zeros. */
enum apus_aead_result apus_aead_init(apus_aead_key *key, enum apus_aead_algorithm algorithm,
                                     enum apus_tier tier, const uint8_t *bytes, size_t count);

void apus_aead_wipe(apus_aead_key *key);

/* Encrypts count bytes and makes their tag. out may equal in, but must not overlap it otherwise. */
enum apus_aead_result apus_aead_seal(const apus_aead_key *key, const uint8_t nonce[12],
                                     const uint8_t *aad, size_t aad_count, const uint8_t *in,
                                     size_t count, uint8_t *out, uint8_t tag[16]);

/* Decrypts count bytes if their tag is correct, and otherwise leaves count zeros in out.
 *
 * out may equal in or precede it, overlapping or not. AES-GCM decrypts while it authenticates, so
 * the memory at out holds unauthenticated plaintext until the call returns, and other threads must
 * not read it; after the call it never does. */
enum apus_aead_result apus_aead_open(const apus_aead_key *key, const uint8_t nonce[12],
                                     const uint8_t *aad, size_t aad_count, const uint8_t *in,
                                     size_t count, uint8_t *out, const uint8_t tag[16]);
