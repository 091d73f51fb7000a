/* Checks that a cipher leaves no plaintext or key stream on the stack.
 *
 * Each one runs on a stack of its own, which is searched when it has ended. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "apus_aead.h"
#include "apus_tier.h"

enum { STACK = 1 << 18, MOST = 4096, WINDOW = 16 };

struct job {
  const apus_aead_key *key;
  bool sealing;
  size_t count;
  const uint8_t *in;
  uint8_t *out, *tag;
  bool plants_leak;
};

static const uint8_t nonce[12] = {1, 2, 3};

static void *run(void *argument) {
  struct job *job = argument;
  volatile uint8_t planted[MOST];
  if (job->plants_leak) {
    for (size_t i = 0; i < job->count; i++) planted[i] = job->in[i];
    return (void *)(uintptr_t)planted[job->count - 1];
  }
  if (job->sealing) {
    apus_aead_seal(job->key, nonce, NULL, 0, job->in, job->count, job->out, job->tag);
  } else {
    apus_aead_open(job->key, nonce, NULL, 0, job->in, job->count, job->out, job->tag);
  }
  return NULL;
}

/* Returns the offset of a secret's bytes on the stack, or -1. */
static long found(const uint8_t *stack, const uint8_t *secret, size_t count) {
  for (size_t i = 0; i + WINDOW <= count; i++) {
    if (memmem(stack, STACK, secret + i, WINDOW) != NULL) return (long)i;
  }
  return -1;
}

static int check(enum apus_aead_algorithm algorithm, enum apus_tier tier, size_t count,
                 bool sealing, bool plants_leak) {
  static uint8_t bytes[32], text[MOST], sealed[MOST], opened[MOST], stream[MOST], tag[16];
  apus_aead_key *key = aligned_alloc(64, (sizeof *key + 63) / 64 * 64);
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)rand();
  for (size_t i = 0; i < count; i++) text[i] = (uint8_t)rand();
  const size_t key_count = algorithm == APUS_AES_128_GCM ? 16 : 32;
  int failed = apus_aead_init(key, algorithm, tier, bytes, key_count) != APUS_AEAD_OK;
  apus_aead_seal(key, nonce, NULL, 0, text, count, sealed, tag);
  for (size_t i = 0; i < count; i++) stream[i] = text[i] ^ sealed[i];
  uint8_t *stack =
      mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct job job = {key, sealing, count, sealing ? text : sealed, sealing ? sealed : opened, tag,
                    plants_leak};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  failed |= pthread_attr_setstack(&attributes, stack, STACK) != 0;
  failed |= pthread_create(&thread, &attributes, run, &job) != 0;
  failed |= pthread_join(thread, NULL) != 0;
  pthread_attr_destroy(&attributes);
  if (!sealing && memcmp(opened, text, count) != 0) failed = 1;
  const long text_at = found(stack, text, count), stream_at = found(stack, stream, count);
  if (!plants_leak && (text_at >= 0 || stream_at >= 0)) {
    printf("algorithm %d, tier %d, %zu bytes, %s: text %ld, key stream %ld\n", algorithm, tier,
           count, sealing ? "sealed" : "opened", text_at, stream_at);
    failed = 1;
  }
  if (plants_leak) failed |= text_at < 0;
  munmap(stack, STACK);
  free(key);
  return failed;
}

int main(void) {
  static const enum apus_aead_algorithm algorithms[] = {APUS_AES_128_GCM, APUS_AES_256_GCM,
                                              APUS_CHACHA20_POLY1305};
  static const size_t counts[] = {17, 100, 191, 193, 300, 511, 1023, 1025, 1037, 2000, 4095};
  if (check(APUS_AES_128_GCM, APUS_TIER_PORTABLE, 100, true, true)) {
    puts("a planted leak was not found");
    return 1;
  }
  int failed = 0, ran = 0;
  for (size_t a = 0; a < 3; a++) {
    for (int tier = 0; tier < APUS_TIER_COUNT; tier++) {
      if (!apus_aead_supports(algorithms[a], (enum apus_tier)tier)) continue;
      for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        for (int sealing = 0; sealing < 2; sealing++, ran++) {
          failed += check(algorithms[a], (enum apus_tier)tier, counts[c], sealing, false);
        }
      }
    }
  }
  printf("%d stacks searched, %d with something left\n", ran, failed);
  return failed != 0;
}
