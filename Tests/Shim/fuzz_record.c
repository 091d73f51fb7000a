/* libFuzzer against the opening of records.
 *
 * The input is a program: the options for opening, followed by records, each of them raw bytes or
 * authentic with the fuzzer's text, type and padding, so that it reaches the code after the tag
 * check. */
#include "shim.h"

long checks, failures;
uint64_t seed = 1;

enum { MOST = 1 << 17 };

struct input {
  const uint8_t *at;
  size_t left;
};

static size_t take(struct input *input, size_t bytes) {
  size_t value = 0;
  for (; bytes > 0 && input->left > 0; bytes--, input->left--) value = value << 8 | *input->at++;
  return value;
}

static const uint8_t secret[32] = {1}, iv[12] = {2};

/* Writes a record with the library's own AEAD. */
static size_t write_authentic(const apus_record_protection *protection, struct input *input,
                              uint64_t sequence, uint8_t *out) {
  const bool is_1_3 = protection->version == APUS_RECORD_TLS_1_3;
  const bool sends_nonce = !is_1_3 && protection->key.algorithm != APUS_CHACHA20_POLY1305;
  const size_t before = sends_nonce ? 8 : 0, kind = take(input, 1);
  size_t count = take(input, 1) << (kind & 7);
  uint8_t nonce[12], aad[13], *text = out + 5 + before;
  const size_t copied = count < input->left ? count : input->left;
  memset(text, (int)(kind >> 3), count);
  if (copied > 0) memcpy(text, input->at, copied);
  input->at += copied, input->left -= copied;
  if (is_1_3) {
    const size_t padding = take(input, 1);
    text[count++] = (uint8_t)take(input, 1);
    memset(text + count, 0, padding);
    count += padding;
  }
  const size_t payload = before + count + 16;
  const uint8_t header[] = {is_1_3 ? 23 : (uint8_t)(20 + take(input, 1) % 4), 3, 3,
                            (uint8_t)(payload >> 8), (uint8_t)payload};
  memcpy(out, header, 5);
  memset(out + 5, 7, before);
  memcpy(nonce, iv, 12);
  for (int i = 0; i < 8; i++) {
    aad[i] = (uint8_t)(sequence >> (56 - 8 * i));
    nonce[4 + i] = sends_nonce ? 7 : nonce[4 + i] ^ aad[i];
  }
  memcpy(aad + 8, header, 3);
  aad[11] = (uint8_t)(count >> 8), aad[12] = (uint8_t)count;
  apus_aead_seal(&protection->key, nonce, is_1_3 ? header : aad, is_1_3 ? 5 : 13, text, count, text,
                 text + count);
  return 5 + payload;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  static uint8_t stream[MOST];
  struct input input = {bytes, count};
  apus_record_protection protection;
  apus_opened opened;
  const size_t how = take(&input, 1), limit = take(&input, 2), distance = take(&input, 1);
  const enum apus_aead_algorithm algorithm = 1 + how % 3;
  const enum apus_record_version version = how / 3 % 2;
  const size_t iv_count = version == APUS_RECORD_TLS_1_2 && algorithm < 3 ? 4 : 12;
  size_t size = 0;
  apus_record_init(&protection, version, algorithm, apus_aead_best_tier(algorithm), secret,
                   key_count(algorithm), iv, iv_count);
  for (uint64_t sequence = 0; input.left > 0 && size < MOST / 2;) {
    if (take(&input, 1) % 8 > 0) {
      size += write_authentic(&protection, &input, sequence++, stream + size);
    } else {
      for (size_t raw = take(&input, 1); raw > 0 && input.left > 0; raw--) {
        stream[size++] = (uint8_t)take(&input, 1);
      }
    }
  }
  if (how / 6 % 4 == 0 && size > 0) stream[how * 37 % size] ^= 1;
  const size_t capacity = how / 24 % 2 ? size : size / 2;
  uint8_t *block = block_of_bytes(size + distance), *in = block + distance;
  if (size > 0) memcpy(in, stream, size);
  const enum apus_record_result result =
      apus_records_open(&protection, in, size, limit, block, capacity, &opened);
  if (opened.consumed > size || opened.application_count + opened.other_count > capacity) abort();
  if (result == APUS_RECORD_OK && opened.record_count == 0) abort();
  if (result == APUS_RECORD_INCOMPLETE && opened.consumed > 0) abort();
  if (opened.record_count != protection.sequence && result != APUS_RECORD_NO_CONTENT_TYPE) abort();
  free(block);
  return 0;
}
