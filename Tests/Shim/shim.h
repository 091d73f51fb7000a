/* Shared by the test programs of the C shim. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apus_aead.h"
#include "apus_memory.h"
#include "apus_record.h"
#include "apus_sha256.h"

/* Counts a claim, and reports a failed one. */
#define CHECK(claim, ...) \
  do { \
    checks++; \
    if (!(claim)) { \
      failures++; \
      fprintf(stderr, "%s:%d: not so: %s: ", __FILE__, __LINE__, #claim); \
      fprintf(stderr, __VA_ARGS__); \
      fputc('\n', stderr); \
    } \
  } while (0)

extern long checks, failures;

void test_vectors(void);
void test_agreement(long cases);
void test_records(void);
void test_poly1305_2(void);
void test_poly1305_4(void);
void test_poly1305_8(void);

static const char *const algorithm_names[] = {"none", "AES-128-GCM", "AES-256-GCM",
                                              "ChaCha20-Poly1305"};
static const char *const tier_names[] = {"portable", "x86-128", "x86-256", "x86-512", "arm"};

static inline size_t key_count(enum apus_aead_algorithm algorithm) {
  return algorithm == APUS_AES_128_GCM ? 16 : 32;
}

/* A generator that the seed determines: xorshift64*. */
extern uint64_t seed;

static inline uint64_t random_number(void) {
  seed ^= seed >> 12, seed ^= seed << 25, seed ^= seed >> 27;
  return seed * UINT64_C(0x2545F4914F6CDD1D);
}

static inline size_t random_below(size_t bound) { return (size_t)(random_number() >> 33) % bound; }

static inline void random_bytes(uint8_t *at, size_t count) {
  for (size_t i = 0; i < count; i++) at[i] = (uint8_t)(random_number() >> 56);
}

/* Allocates exactly count bytes, so that the sanitizer detects an access after them. */
static inline uint8_t *block_of_bytes(size_t count) {
  uint8_t *block = malloc(count == 0 ? 1 : count);
  if (block == NULL) abort();
  return block;
}

static inline bool is_zero(const uint8_t *at, size_t count) {
  uint8_t sum = 0;
  for (size_t i = 0; i < count; i++) sum |= at[i];
  return sum == 0;
}
