/* ChaCha20-Poly1305 over AVX-512. */
#include "chacha20_poly1305.h"

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl"))), \
                             apply_to = function)

#define CHACHA20_LANES 16
#define POLY1305_LANES 8

#include "chacha20_poly1305_tier.h"

const struct apus_aead_cipher apus_chacha20_poly1305_x86_512 = CIPHER;

#pragma clang attribute pop
#endif
