/* ChaCha20-Poly1305 in the vectors that every CPU of a kind has, such as SSE2 or NEON. */
#define CHACHA20_LANES 4
#define POLY1305_LANES 2

#include "chacha20_poly1305_tier.h"

const struct apus_aead_cipher apus_chacha20_poly1305_portable = CIPHER;
