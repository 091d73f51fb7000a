/* Shared by the ciphers: a message in progress, and bytes in either order. */
#pragma once

#include <string.h>

#include "apus_aead.h"
#include "apus_memory.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "vectors are read from memory as little-endian words"
#endif

#define APUS_INLINE static inline __attribute__((always_inline))

/* One message. The tag is always an output: the caller of an open compares it. */
struct apus_aead_job {
  const uint8_t *nonce;
  const uint8_t *aad;
  size_t aad_count;
  const uint8_t *in;
  size_t count;
  bool has_suffix; /* one more byte of plaintext follows the bytes at in */
  uint8_t suffix;
  uint8_t *out;
  uint8_t *tag;
};

/* An algorithm in a tier. Lengths have been checked. */
struct apus_aead_cipher {
  void (*prepare)(apus_aead_key *key, const uint8_t *bytes);
  void (*seal)(const apus_aead_key *key, const struct apus_aead_job *job);
  void (*open)(const apus_aead_key *key, const struct apus_aead_job *job);
};

extern const struct apus_aead_cipher apus_aes_gcm_portable;
extern const struct apus_aead_cipher apus_aes_gcm_x86_128;
extern const struct apus_aead_cipher apus_aes_gcm_x86_256;
extern const struct apus_aead_cipher apus_aes_gcm_x86_512;
extern const struct apus_aead_cipher apus_aes_gcm_arm;
extern const struct apus_aead_cipher apus_chacha20_poly1305_portable;
extern const struct apus_aead_cipher apus_chacha20_poly1305_x86_256;
extern const struct apus_aead_cipher apus_chacha20_poly1305_x86_512;

/* Seals one message whose plaintext ends with a byte that is not at in: a record's type. */
enum apus_aead_result apus_aead_seal_job(const apus_aead_key *key,
                                         const struct apus_aead_job *job);

APUS_INLINE uint32_t apus_load_little32(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

APUS_INLINE uint64_t apus_load_little64(const uint8_t *at) {
  return (uint64_t)apus_load_little32(at + 4) << 32 | apus_load_little32(at);
}

APUS_INLINE uint64_t apus_load_big64(const uint8_t *at) {
  return __builtin_bswap64(apus_load_little64(at));
}

APUS_INLINE void apus_store_little32(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

APUS_INLINE void apus_store_little64(uint8_t *at, uint64_t value) {
  for (int i = 0; i < 8; i++) at[i] = (uint8_t)(value >> (8 * i));
}

APUS_INLINE void apus_store_big32(uint8_t *at, uint32_t value) {
  apus_store_little32(at, __builtin_bswap32(value));
}

APUS_INLINE void apus_store_big64(uint8_t *at, uint64_t value) {
  apus_store_little64(at, __builtin_bswap64(value));
}
