/* SHA-256 in C alone, and the choice of a tier. FIPS 180-4 sections 4.1.2, 4.2.2 and 6.2. */
#include "sha256.h"

#include <string.h>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

_Alignas(16) const uint32_t apus_sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t word, int by) { return word >> by | word << (32 - by); }

static uint32_t load_big(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Extends the schedule by the word that replaces the one of sixteen rounds ago. */
static void extend(uint32_t w[16], int round) {
  const uint32_t two_ago = w[(round + 14) & 15], fifteen_ago = w[(round + 1) & 15];
  w[round & 15] += (rotated(two_ago, 17) ^ rotated(two_ago, 19) ^ two_ago >> 10) +
                   w[(round + 9) & 15] +
                   (rotated(fifteen_ago, 7) ^ rotated(fifteen_ago, 18) ^ fifteen_ago >> 3);
}

static void portable(uint32_t state[8], const uint8_t *at, size_t count) {
  for (; count > 0; count--, at += 64) {
    uint32_t w[16], a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 16; i++) w[i] = load_big(at + 4 * i);
#pragma clang loop unroll_count(16)
    for (int i = 0; i < 64; i++) {
      if (i >= 16) extend(w, i);
      uint32_t t1 = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + (g ^ (e & (f ^ g))) +
                    apus_sha256_constants[i] + w[i & 15];
      uint32_t t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) | (c & (a | b)));
      h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

bool apus_sha256_supports(enum apus_tier tier) {
  switch (tier) {
    case APUS_TIER_PORTABLE:
      return true;
#if defined(__x86_64__)
    case APUS_TIER_X86_128:
      return __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
#elif defined(__aarch64__)
    case APUS_TIER_ARM:
#if defined(__APPLE__)
      return true;
#else
      return (getauxval(AT_HWCAP) & HWCAP_SHA2) != 0;
#endif
#endif
    default:
      return false;
  }
}

enum apus_tier apus_sha256_best_tier(void) {
  for (enum apus_tier tier = APUS_TIER_COUNT; tier-- > APUS_TIER_PORTABLE;) {
    if (apus_sha256_supports(tier)) return tier;
  }
  return APUS_TIER_PORTABLE;
}

void apus_sha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count,
                        enum apus_tier tier) {
  switch (tier) {
#if defined(__x86_64__)
    case APUS_TIER_X86_128:
      return apus_sha256_x86(state, blocks, count);
#elif defined(__aarch64__)
    case APUS_TIER_ARM:
      return apus_sha256_arm(state, blocks, count);
#endif
    default:
      return portable(state, blocks, count);
  }
}
