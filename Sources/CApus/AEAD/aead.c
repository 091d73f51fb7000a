/* Selects the cipher, and makes the checks that all ciphers share. */
#include "aead.h"

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

/* Returns the code for an algorithm in a tier, or NULL if there is none. */
static const struct apus_aead_cipher *cipher(enum apus_aead_algorithm algorithm,
                                             enum apus_tier tier) {
  const bool is_aes = algorithm == APUS_AES_128_GCM || algorithm == APUS_AES_256_GCM;
  if (!is_aes && algorithm != APUS_CHACHA20_POLY1305) return NULL;
  switch (tier) {
    case APUS_TIER_PORTABLE:
      return is_aes ? &apus_aes_gcm_portable : &apus_chacha20_poly1305_portable;
#if defined(__x86_64__)
    case APUS_TIER_X86_128:
      return is_aes ? &apus_aes_gcm_x86_128 : NULL;
    case APUS_TIER_X86_256:
      return is_aes ? &apus_aes_gcm_x86_256 : &apus_chacha20_poly1305_x86_256;
    case APUS_TIER_X86_512:
      return is_aes ? &apus_aes_gcm_x86_512 : &apus_chacha20_poly1305_x86_512;
#elif defined(__aarch64__)
    case APUS_TIER_ARM:
      return is_aes ? &apus_aes_gcm_arm : NULL;
#endif
    default:
      return NULL;
  }
}

/* Checks the CPU for the instructions that only AES-GCM needs, in addition to those that
 * ChaCha20-Poly1305 needs. */
#if defined(__x86_64__)
static bool cpu_has(enum apus_tier tier, bool is_aes) {
  const bool aes = __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul") &&
                   __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1");
  const bool wide_aes = aes && __builtin_cpu_supports("vaes") &&
                        __builtin_cpu_supports("vpclmulqdq");
  switch (tier) {
    case APUS_TIER_X86_128:
      return aes;
    case APUS_TIER_X86_256:
      return __builtin_cpu_supports("avx2") && (wide_aes || !is_aes);
    case APUS_TIER_X86_512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512vl") && (wide_aes || !is_aes);
    default:
      return tier == APUS_TIER_PORTABLE;
  }
}
#elif defined(__aarch64__) && defined(__APPLE__)
/* All processors of Apple's machines have these instructions. */
static bool cpu_has(enum apus_tier tier, bool is_aes) {
  (void)is_aes;
  return tier == APUS_TIER_PORTABLE || tier == APUS_TIER_ARM;
}
#elif defined(__aarch64__)
static bool cpu_has(enum apus_tier tier, bool is_aes) {
  const unsigned long needed = is_aes ? HWCAP_AES | HWCAP_PMULL : 0;
  return tier == APUS_TIER_PORTABLE || (getauxval(AT_HWCAP) & needed) == needed;
}
#else
static bool cpu_has(enum apus_tier tier, bool is_aes) {
  (void)is_aes;
  return tier == APUS_TIER_PORTABLE;
}
#endif

bool apus_aead_supports(enum apus_aead_algorithm algorithm, enum apus_tier tier) {
  return cipher(algorithm, tier) != NULL && cpu_has(tier, algorithm != APUS_CHACHA20_POLY1305);
}

enum apus_tier apus_aead_best_tier(enum apus_aead_algorithm algorithm) {
  for (enum apus_tier tier = APUS_TIER_COUNT; tier-- > APUS_TIER_PORTABLE;) {
    if (apus_aead_supports(algorithm, tier)) return tier;
  }
  return APUS_TIER_PORTABLE;
}

enum apus_aead_result apus_aead_init(apus_aead_key *key, enum apus_aead_algorithm algorithm,
                                     enum apus_tier tier, const uint8_t *bytes, size_t count) {
  memset(key, 0, sizeof *key);
  if (!apus_aead_supports(algorithm, tier)) return APUS_AEAD_UNSUPPORTED;
  if (count != (algorithm == APUS_AES_128_GCM ? 16 : 32)) return APUS_AEAD_BAD_LENGTH;
  key->algorithm = algorithm;
  key->tier = tier;
  cipher(algorithm, tier)->prepare(key, bytes);
  return APUS_AEAD_OK;
}

void apus_aead_wipe(apus_aead_key *key) { apus_wipe(key, sizeof *key); }

static enum apus_aead_result check(const apus_aead_key *key, const struct apus_aead_job *job) {
  if (cipher(key->algorithm, key->tier) == NULL) return APUS_AEAD_UNSUPPORTED;
  const uint64_t aad_count = job->aad_count, count = job->count;
  if (aad_count > APUS_AEAD_LIMIT) return APUS_AEAD_TOO_LONG;
  if (count > APUS_AEAD_LIMIT - job->has_suffix) return APUS_AEAD_TOO_LONG;
  return APUS_AEAD_OK;
}

/* Overwrites plaintext and key stream that a cipher has spilled to the stack; only AES-GCM in
 * AVX-512 stays in its registers. Tests/Shim/residue.c searches for remains. */
static void leave_nothing(const apus_aead_key *key) {
  if (key->algorithm == APUS_CHACHA20_POLY1305 || key->tier != APUS_TIER_X86_512) {
    apus_wipe_stack();
  }
}

enum apus_aead_result apus_aead_seal_job(const apus_aead_key *key,
                                         const struct apus_aead_job *job) {
  const enum apus_aead_result result = check(key, job);
  if (result != APUS_AEAD_OK) return result;
  cipher(key->algorithm, key->tier)->seal(key, job);
  leave_nothing(key);
  return APUS_AEAD_OK;
}

enum apus_aead_result apus_aead_seal(const apus_aead_key *key, const uint8_t nonce[12],
                                     const uint8_t *aad, size_t aad_count, const uint8_t *in,
                                     size_t count, uint8_t *out, uint8_t tag[16]) {
  return apus_aead_seal_job(key, &(struct apus_aead_job){.nonce = nonce,
                                                         .aad = aad,
                                                         .aad_count = aad_count,
                                                         .in = in,
                                                         .count = count,
                                                         .out = out,
                                                         .tag = tag});
}

enum apus_aead_result apus_aead_open(const apus_aead_key *key, const uint8_t nonce[12],
                                     const uint8_t *aad, size_t aad_count, const uint8_t *in,
                                     size_t count, uint8_t *out, const uint8_t tag[16]) {
  uint8_t right[APUS_AEAD_TAG_BYTES];
  const struct apus_aead_job job = {.nonce = nonce,
                                    .aad = aad,
                                    .aad_count = aad_count,
                                    .in = in,
                                    .count = count,
                                    .out = out,
                                    .tag = right};
  const enum apus_aead_result result = check(key, &job);
  if (result != APUS_AEAD_OK) return result;
  cipher(key->algorithm, key->tier)->open(key, &job);
  leave_nothing(key);
  uint64_t difference = 0;
  for (size_t i = 0; i < sizeof right; i++) difference |= right[i] ^ tag[i];
  /* The correct tag of a forged message would serve the forger as a key. */
  apus_wipe(right, sizeof right);
  /* PUBLIC: the result of the tag comparison; the caller learns it, and acts on it. */
  if (!apus_declassify(difference)) return APUS_AEAD_OK;
  if (count > 0) apus_wipe(out, count);
  return APUS_AEAD_FORGED;
}
