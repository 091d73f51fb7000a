/* AES in C alone, eight blocks at a time, in constant time. FIPS 197.
 *
 * The blocks are bit-sliced: a plane holds one bit of every byte, the byte at an index of the plane
 * belongs to that index of the block, and its eight bits to the eight blocks. SubBytes is then
 * logic, and ShiftRows and MixColumns move bytes of planes as they move bytes of blocks. A lane of
 * a plane is a column of the state, with row 0 in its lowest byte. */
#pragma once

#include "aes_sbox.h"
#include "gcm.h"

enum { APUS_AES_BATCH = 8 };

/* Exchanges a's bits of the mask, moved up by a distance, with b's bits of the mask. */
APUS_INLINE void exchange(plane *a, plane *b, uint32_t mask, int distance) {
  plane difference = (*a >> distance ^ *b) & mask;
  *b ^= difference;
  *a ^= difference << distance;
}

/* Turns blocks into planes and planes into blocks: an 8 x 8 matrix of bits for every byte. */
APUS_INLINE void transpose(plane at[8]) {
  for (int i = 0; i < 8; i += 2) exchange(&at[i], &at[i + 1], 0x55555555, 1);
  for (int i = 0; i < 8; i += i % 2 ? 3 : 1) exchange(&at[i], &at[i + 2], 0x33333333, 2);
  for (int i = 0; i < 4; i++) exchange(&at[i], &at[i + 4], 0x0f0f0f0f, 4);
}

APUS_INLINE plane shift_rows(plane a) {
  return (a & 0x000000ff) | (__builtin_shufflevector(a, a, 1, 2, 3, 0) & 0x0000ff00) |
         (__builtin_shufflevector(a, a, 2, 3, 0, 1) & 0x00ff0000) |
         (__builtin_shufflevector(a, a, 3, 0, 1, 2) & 0xff000000);
}

/* Every row's byte replaced by the one some rows below. */
APUS_INLINE plane rows_below(plane a, int rows) { return a >> 8 * rows | a << (32 - 8 * rows); }

/* Row by row 2 a + 3 b + c + d = 2 (a + b) + b + (c + d), with b, c and d the rows below a. */
APUS_INLINE void mix_columns(plane bit[8]) {
  plane below[8], sum[8];
  for (int i = 0; i < 8; i++) {
    below[i] = rows_below(bit[i], 1);
    sum[i] = bit[i] ^ below[i];
  }
  for (int i = 0; i < 8; i++) {
    plane twice = i == 0 ? sum[7] : sum[i - 1];
    if (i == 1 || i == 3 || i == 4) twice ^= sum[7];
    bit[i] = twice ^ below[i] ^ rows_below(sum[i], 2);
  }
}

/* All eight blocks have one key: a bit of it fills a byte of a plane. */
APUS_INLINE void add_round_key(plane bit[8], const uint8_t key[16]) {
  typedef uint8_t bytes __attribute__((vector_size(16)));
  bytes all;
  memcpy(&all, key, sizeof all);
  for (int i = 0; i < 8; i++) {
    const uint8_t weight = (uint8_t)(1 << i);
    bit[i] ^= (plane)((all & weight) == weight);
  }
}

/* Encrypts eight blocks in place. */
static void apus_aes_portable(const apus_aead_key *key, plane block[APUS_AES_BATCH]) {
  transpose(block);
  add_round_key(block, key->aes_round_keys[0]);
  for (uint32_t round = 1; round <= key->aes_rounds; round++) {
    apus_aes_sbox(block);
    for (int i = 0; i < 8; i++) block[i] = shift_rows(block[i]);
    if (round < key->aes_rounds) mix_columns(block);
    add_round_key(block, key->aes_round_keys[round]);
  }
  transpose(block);
}

/* SubWord, for the key schedule. */
static uint32_t apus_aes_portable_substitute(uint32_t word) {
  plane bit[8] = {{word}};
  transpose(bit);
  apus_aes_sbox(bit);
  transpose(bit);
  return bit[0][0];
}
