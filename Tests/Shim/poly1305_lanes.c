/* Compares Poly1305 in lanes with Poly1305 one block at a time, for the longest carries. Compiled
 * once for each number of LANES, for any instructions. */
#include "../../Sources/CApus/ChaCha20Poly1305/poly1305_lanes.h"
#include "shim.h"

#define NAME NAMED(LANES)
#define NAMED(lanes) NAMED_LATE(lanes)
#define NAMED_LATE(lanes) test_poly1305_##lanes

void NAME(void) {
  enum { MOST = 40 };
  static uint8_t text[16 * MOST];
  for (int round = 0; round < 2000; round++) {
    uint8_t key[32], tag[16], right[16];
    struct apus_poly1305 state, reference;
    const size_t blocks = random_below(MOST + 1);
    random_bytes(key, sizeof key);
    if (round % 2) memset(key, 0xff, sizeof key);
    for (size_t i = 0; i < sizeof text; i++) {
      text[i] = round % 3 == 0 ? (uint8_t)random_number() : random_below(8) ? 0xff : 0xfb;
    }
    apus_poly1305_begin(&state, key);
    reference = state;
    absorb(&state, text, blocks);
    apus_poly1305_finish(&state, tag);
    apus_poly1305_absorb(&reference, text, blocks);
    apus_poly1305_finish(&reference, right);
    CHECK(memcmp(tag, right, 16) == 0, "%d lanes, %zu blocks", LANES, blocks);
  }
}
