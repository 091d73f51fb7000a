/* ChaCha20-Poly1305 in a tier: one source, compiled for each instruction set.
 *
 * The including file defines CHACHA20_LANES and POLY1305_LANES, the number of blocks of each that
 * are processed in parallel. All operations are sums, XOR, rotations and products of 32-bit words.
 * Their time does not depend on the data; branches and addresses depend only on lengths. */
#include "chacha20_poly1305.h"

#define LANES 4
#define PASS narrow
#include "chacha20_lanes.h"

#define LANES CHACHA20_LANES
#define PASS broad
#include "chacha20_lanes.h"

#define LANES POLY1305_LANES
#include "poly1305_lanes.h"

static void wide(const uint32_t key[8], const uint8_t nonce[12], uint32_t counter,
                 const uint8_t *in, uint8_t *out, size_t times) {
  const size_t stride = APUS_CHACHA20_BLOCK * CHACHA20_LANES;
  for (size_t done = 0; done < APUS_CHACHA20_WIDE * times; done += stride) {
    broad(key, nonce, counter, in + done, out + done);
    counter += CHACHA20_LANES;
  }
}

static const struct apus_chacha20_tier tier = {narrow, wide, absorb};

static void seal_job(const apus_aead_key *key, const struct apus_aead_job *job) {
  apus_chacha20_poly1305_seal(key, job, &tier);
}

static void open_job(const apus_aead_key *key, const struct apus_aead_job *job) {
  apus_chacha20_poly1305_open(key, job, &tier);
}

#define CIPHER {apus_chacha20_poly1305_prepare, seal_job, open_job}
