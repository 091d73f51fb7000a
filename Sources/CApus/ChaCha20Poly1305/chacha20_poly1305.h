/* The functions of a tier for the shared construction of ChaCha20-Poly1305. RFC 8439. */
#pragma once

#include "poly1305.h"

enum { APUS_CHACHA20_BLOCK = 64, APUS_CHACHA20_NARROW = 256, APUS_CHACHA20_WIDE = 1024 };

struct apus_chacha20_tier {
  /* Encrypts 256 bytes with low latency, or a multiple of 1,024 bytes with high throughput. */
  void (*narrow)(const uint32_t key[8], const uint8_t nonce[12], uint32_t counter,
                 const uint8_t *in, uint8_t *out);
  void (*wide)(const uint32_t key[8], const uint8_t nonce[12], uint32_t counter, const uint8_t *in,
               uint8_t *out, size_t times);
  apus_poly1305_absorber *absorb;
};

void apus_chacha20_poly1305_prepare(apus_aead_key *key, const uint8_t *bytes);
void apus_chacha20_poly1305_seal(const apus_aead_key *key, const struct apus_aead_job *job,
                                 const struct apus_chacha20_tier *tier);
void apus_chacha20_poly1305_open(const apus_aead_key *key, const struct apus_aead_job *job,
                                 const struct apus_chacha20_tier *tier);
