/* Records: compared with records that are built by hand, round trips, and every rejection. */
#include "shim.h"

enum { HEADER = 5, TAG = 16, MOST = 70000 };

static const struct form {
  enum apus_record_version version;
  enum apus_aead_algorithm algorithm;
  size_t iv_count, overhead;
} forms[] = {
    {APUS_RECORD_TLS_1_3, APUS_AES_128_GCM, 12, 17},
    {APUS_RECORD_TLS_1_3, APUS_AES_256_GCM, 12, 17},
    {APUS_RECORD_TLS_1_3, APUS_CHACHA20_POLY1305, 12, 17},
    {APUS_RECORD_TLS_1_2, APUS_AES_128_GCM, 4, 24},
    {APUS_RECORD_TLS_1_2, APUS_AES_256_GCM, 4, 24},
    {APUS_RECORD_TLS_1_2, APUS_CHACHA20_POLY1305, 12, 16},
};

static uint8_t secret[32], iv[12];

static apus_record_protection fresh(const struct form *form, enum apus_tier tier) {
  apus_record_protection protection;
  CHECK(apus_record_init(&protection, form->version, form->algorithm, tier, secret,
                         key_count(form->algorithm), iv, form->iv_count) == APUS_AEAD_OK,
        "%s", algorithm_names[form->algorithm]);
  return protection;
}

static apus_record_protection best(const struct form *form) {
  return fresh(form, apus_aead_best_tier(form->algorithm));
}

/* Builds one record by the RFCs, and returns its length. text has the inner type and padding. */
static size_t build(const struct form *form, uint64_t sequence, uint8_t type, const uint8_t *text,
                    size_t count, uint8_t *out) {
  apus_aead_key key;
  uint8_t nonce[12], aad[13], numbered[8];
  const bool is_1_3 = form->version == APUS_RECORD_TLS_1_3;
  const size_t before = form->iv_count == 4 ? 8 : 0, payload = before + count + TAG;
  const uint8_t header[HEADER] = {type, 3, 3, (uint8_t)(payload >> 8), (uint8_t)payload};
  for (int i = 0; i < 8; i++) numbered[i] = (uint8_t)(sequence >> (56 - 8 * i));
  memcpy(out, header, HEADER);
  memcpy(out + HEADER, numbered, before);
  memcpy(nonce, iv, 12);
  for (int i = 0; i < 8; i++) nonce[4 + i] = numbered[i] ^ (before ? 0 : iv[4 + i]);
  memcpy(aad, numbered, 8);
  memcpy(aad + 8, header, 3);
  aad[11] = (uint8_t)(count >> 8), aad[12] = (uint8_t)count;
  apus_aead_init(&key, form->algorithm, APUS_TIER_PORTABLE, secret, key_count(form->algorithm));
  uint8_t *at = out + HEADER + before;
  apus_aead_seal(&key, nonce, is_1_3 ? header : aad, is_1_3 ? 5 : 13, text, count, at, at + count);
  return HEADER + payload;
}

/* TLS 1.3's inner text: content, type, padding. */
static size_t inner(const struct form *form, const uint8_t *text, size_t count, uint8_t type,
                    size_t padding, uint8_t *out) {
  memcpy(out, text, count);
  if (form->version == APUS_RECORD_TLS_1_2) return count;
  out[count] = type;
  memset(out + count + 1, 0, padding);
  return count + 1 + padding;
}

/* ---- sealing ---- */

/* Cuts text into random fragments, some of them empty; each one is in a block of its own. */
static size_t cut(const uint8_t *text, size_t count, apus_fragment fragments[8]) {
  size_t done = 0;
  for (size_t i = 0; i < 8; i++) {
    size_t part = random_below(3) ? random_below(count - done + 1) : 0;
    if (i == 7) part = count - done;
    uint8_t *bytes = block_of_bytes(part);
    memcpy(bytes, text + done, part);
    fragments[i] = (apus_fragment){part == 0 && random_below(2) ? NULL : bytes, part};
    if (fragments[i].bytes == NULL) free(bytes);
    done += part;
  }
  return 8;
}

static void test_sealing(const struct form *form, enum apus_tier tier, size_t limit, size_t count) {
  uint8_t *text = block_of_bytes(count), *expected = block_of_bytes(2 * MOST);
  uint8_t *whole = block_of_bytes(APUS_RECORD_LIMIT + 1);
  apus_fragment fragments[8];
  apus_record_protection protection = fresh(form, tier);
  const uint64_t first = protection.sequence = random_number() >> 1;
  const bool is_1_3 = form->version == APUS_RECORD_TLS_1_3;
  size_t written = 1, size = 0;
  random_bytes(text, count);
  for (size_t done = 0, n = 0; done < count; n++) {
    const size_t part = count - done < limit ? count - done : limit;
    const size_t length = inner(form, text + done, part, 22, 0, whole);
    size += build(form, first + n, is_1_3 ? 23 : 22, whole, length, expected + size);
    done += part;
  }
  const size_t pieces = cut(text, count, fragments);
  CHECK(apus_records_sealed_count(&protection, count, limit) == size, "%zu by %zu", count, limit);
  uint8_t *out = block_of_bytes(size);
  if (size > 0) {
    CHECK(apus_records_seal(&protection, 22, fragments, pieces, limit, out, size - 1, &written) ==
              APUS_RECORD_NO_ROOM && written == 0 && protection.sequence == first, "no room");
  }
  CHECK(apus_records_seal(&protection, 22, fragments, pieces, limit, out, size, &written) == 0,
        "%zu by %zu", count, limit);
  CHECK(written == size && memcmp(out, expected, size) == 0, "%s 1.%d %s, %zu by %zu",
        algorithm_names[form->algorithm], is_1_3 ? 3 : 2, tier_names[tier], count, limit);
  CHECK(protection.sequence == first + (count + limit - 1) / limit, "sequence");
  for (size_t i = 0; i < pieces; i++) free((void *)fragments[i].bytes);
  free(out), free(whole), free(expected), free(text);
}

static void test_sealing_refusals(const struct form *form) {
  apus_record_protection protection = best(form);
  uint8_t text[2] = {0}, out[128];
  const apus_fragment two = {text, 2}, huge[] = {{text, SIZE_MAX}, {text, 2}};
  size_t written;
  CHECK(apus_records_seal(&protection, 23, &two, 1, 0, out, 128, &written) == APUS_RECORD_UNUSABLE,
        "limit 0");
  CHECK(apus_records_seal(&protection, 23, &two, 1, APUS_RECORD_LIMIT + 1, out, 128, &written) ==
            APUS_RECORD_UNUSABLE, "limit beyond the limit");
  CHECK(apus_records_seal(&protection, 23, huge, 2, 1, out, 128, &written) == APUS_RECORD_NO_ROOM,
        "a sum beyond what a size can say");
  CHECK(apus_records_seal(&protection, 23, huge, 1, 1, out, 128, &written) == APUS_RECORD_NO_ROOM,
        "records beyond what a size can say");
  CHECK(apus_records_sealed_count(&protection, SIZE_MAX, 16384) == 0, "size");
  CHECK(apus_records_sealed_count(&protection, SIZE_MAX / 64, 1) > 0, "size");
  CHECK(apus_records_sealed_count(&protection, SIZE_MAX / (HEADER + form->overhead) + 1, 1) == 0,
        "size");
  CHECK(apus_records_sealed_count(&protection, 1, 0) == 0, "limit 0");
  protection.sequence = UINT64_MAX - 1;
  CHECK(apus_records_seal(&protection, 23, &two, 1, 1, out, 128, &written) == APUS_RECORD_SPENT,
        "two records for one number");
  CHECK(apus_records_seal(&protection, 23, &two, 1, 2, out, 128, &written) == APUS_RECORD_OK,
        "the last number");
  CHECK(apus_records_seal(&protection, 23, &two, 1, 2, out, 128, &written) == APUS_RECORD_SPENT,
        "no number left");
  apus_record_wipe(&protection);
  CHECK(is_zero((uint8_t *)&protection, sizeof protection), "wiped");
  CHECK(apus_records_seal(&protection, 23, &two, 1, 2, out, 128, &written) == APUS_RECORD_UNUSABLE,
        "a wiped key");
  for (size_t count = 0; count <= 12; count++) {
    CHECK((apus_record_init(&protection, form->version, form->algorithm, APUS_TIER_PORTABLE, secret,
                            key_count(form->algorithm), iv, count) == APUS_AEAD_OK) ==
              (count == form->iv_count), "iv of %zu", count);
    CHECK(count == form->iv_count || is_zero((uint8_t *)&protection, sizeof protection), "zeros");
  }
}

/* ---- opening ---- */

/* Many records in a call, in place, apart, and with the text before the records; a record without
 * content ends a call. */
static void test_opening(const struct form *form, enum apus_tier tier, size_t distance) {
  enum { RECORDS = 9 };
  static uint8_t stream[2 * MOST], plain[MOST], whole[APUS_RECORD_LIMIT + 300];
  const bool is_1_3 = form->version == APUS_RECORD_TLS_1_3;
  size_t size = 0, count = 0, empty = 0;
  for (uint64_t n = 0; n < RECORDS; n++) {
    const uint8_t type = n == RECORDS - 1 ? 22 : 23;
    const size_t part = n % 3 == 1 ? 0 : random_below(n % 2 ? 16385 : 300);
    random_bytes(plain + count, part);
    const size_t padding = part < 16000 ? random_below(300) : 0;
    const size_t length = inner(form, plain + count, part, type, padding, whole);
    size += build(form, n, is_1_3 ? 23 : type, whole, length, stream + size);
    count += part;
    empty += part == 0;
  }
  apus_record_protection protection = fresh(form, tier);
  uint8_t *block = block_of_bytes(size + distance), *in = block + distance;
  apus_opened opened;
  memcpy(in, stream, size);
  size_t taken = 0, text = 0, records = 0, empties = 0;
  do {
    CHECK(apus_records_open(&protection, in + taken, size - taken, 16384, block + text, size - text,
                            &opened) == 0, "open");
    CHECK(opened.record_count > 0 && opened.empty_count <= 1, "an empty record is the last");
    taken += opened.consumed, records += opened.record_count, empties += opened.empty_count;
    text += opened.application_count + opened.other_count;
  } while (opened.other_type == 0 && taken < size);
  CHECK(text == count && opened.other_type == 22, "types");
  CHECK(taken == size && records == RECORDS, "%zu records", records);
  CHECK(empties == empty && protection.sequence == RECORDS, "empty records");
  CHECK(memcmp(block, plain, count) == 0, "%s %s, %zu apart", algorithm_names[form->algorithm],
        tier_names[tier], distance);
  free(block);
}

/* The expected result for a record with a changed bit: if no rule covers the bit, the tag does not
 * match. */
static enum apus_record_result what_is_wrong(const uint8_t *record, size_t bit, size_t size,
                                             const struct form *form) {
  const uint8_t first_type = form->version == APUS_RECORD_TLS_1_3 ? 23 : 20;
  const size_t payload = (size_t)record[3] << 8 | record[4];
  if (record[0] < first_type || record[0] > 23) return APUS_RECORD_UNEXPECTED_TYPE;
  if (bit >= 8 && bit < 24) return APUS_RECORD_BAD_VERSION;
  if (payload > 16384 + form->overhead) return APUS_RECORD_OVERFLOW;
  return payload > size - HEADER ? APUS_RECORD_INCOMPLETE : APUS_RECORD_FORGED;
}

/* One record of 40 bytes: every truncation, every changed bit, and the room it needs. */
static void test_damage(const struct form *form) {
  uint8_t text[40], whole[64], record[128], damaged[128], out[128];
  apus_opened opened;
  random_bytes(text, sizeof text);
  const size_t length = inner(form, text, 40, 23, 3, whole);
  const size_t size = build(form, 0, 23, whole, length, record);
  for (size_t count = 0; count < size; count++) {
    apus_record_protection protection = best(form);
    uint8_t *part = block_of_bytes(count);
    memcpy(part, record, count);
    CHECK(apus_records_open(&protection, part, count, 16384, out, 128, &opened) ==
              APUS_RECORD_INCOMPLETE && opened.consumed == 0, "%zu bytes", count);
    free(part);
  }
  for (size_t bit = 0; bit < 8 * size; bit++) {
    apus_record_protection protection = best(form);
    memcpy(damaged, record, size);
    damaged[bit / 8] ^= (uint8_t)(1 << bit % 8);
    const enum apus_record_result right = what_is_wrong(damaged, bit, size, form);
    const enum apus_record_result result =
        apus_records_open(&protection, damaged, size, 16384, damaged, size, &opened);
    CHECK(result == right && opened.record_count == 0 && protection.sequence == 0,
          "bit %zu: %d, not %d", bit, result, right);
  }
  for (size_t room = 0; room <= length; room++) {
    apus_record_protection protection = best(form);
    uint8_t *exact = block_of_bytes(room);
    const enum apus_record_result right = room < length ? APUS_RECORD_NO_ROOM : APUS_RECORD_OK;
    CHECK(apus_records_open(&protection, record, size, 16384, exact, room, &opened) == right,
          "room %zu", room);
    free(exact);
  }
}

/* Limits at the limit and one past it. */
static void test_limits(const struct form *form) {
  static uint8_t text[20000], whole[20000], record[20000], out[20000];
  const bool is_1_3 = form->version == APUS_RECORD_TLS_1_3;
  const size_t limits[] = {1, 64, 16383, 16384};
  for (size_t i = 0; i < 4; i++) {
    for (size_t over = 0; over < 2; over++) {
      apus_record_protection protection = best(form);
      apus_opened opened;
      const size_t length = inner(form, text, limits[i] + over, 23, 0, whole);
      const size_t size = build(form, 0, 23, whole, length, record);
      CHECK(apus_records_open(&protection, record, size, limits[i], out, sizeof out, &opened) ==
                (over ? APUS_RECORD_OVERFLOW : APUS_RECORD_OK), "limit %zu", limits[i]);
      if (!is_1_3) continue;
      protection = best(form);
      const size_t padded = inner(form, text, 0, 23, limits[i] + over, whole);
      const size_t padded_size = build(form, 0, 23, whole, padded, record);
      CHECK(apus_records_open(&protection, record, padded_size, limits[i], out, sizeof out,
                              &opened) == (over ? APUS_RECORD_OVERFLOW : APUS_RECORD_OK),
            "padding to %zu", limits[i] + over);
    }
  }
}

static void test_edges(const struct form *form) {
  uint8_t text[64] = {0}, whole[64], stream[256], out[256];
  const bool is_1_3 = form->version == APUS_RECORD_TLS_1_3;
  apus_record_protection protection = best(form);
  apus_opened opened;
  size_t size = build(form, 0, 23, text, 0, stream);
  CHECK(apus_records_open(&protection, stream, size, 16384, out, 256, &opened) ==
            (is_1_3 ? APUS_RECORD_NO_CONTENT_TYPE : APUS_RECORD_OK), "no text at all");
  stream[4]--;
  protection = best(form);
  CHECK(apus_records_open(&protection, stream, size, 16384, out, 256, &opened) ==
            APUS_RECORD_FORGED, "shorter than a tag");
  if (is_1_3) {
    protection = best(form);
    size = build(form, 0, 23, text, 30, stream);
    CHECK(apus_records_open(&protection, stream, size, 16384, out, 256, &opened) ==
              APUS_RECORD_NO_CONTENT_TYPE && opened.record_count == 0, "padding alone");
  }
  /* A valid record, followed by one of another type, or a forged, incomplete or too large one. */
  for (int second = 0; second < 4; second++) {
    protection = best(form);
    size = build(form, 0, 23, whole, inner(form, text, 9, 23, 0, whole), stream);
    const size_t next = size;
    size += build(form, second == 1 ? 7 : 1, 23, whole, inner(form, text, 9, 23, 0, whole),
                  stream + size);
    if (second == 0) stream[next] = 19;
    const size_t room = second == 3 ? next - form->overhead - HEADER + 1 : 256;
    const enum apus_record_result right = second == 0   ? APUS_RECORD_UNEXPECTED_TYPE
                                          : second == 1 ? APUS_RECORD_FORGED
                                                        : APUS_RECORD_OK;
    CHECK(apus_records_open(&protection, stream, size - (second == 2), 16384, out, room, &opened) ==
              right, "second %d", second);
    CHECK(opened.consumed == next && opened.application_count == 9 && opened.record_count == 1 &&
              protection.sequence == 1, "the first record counts, second %d", second);
  }
  protection = best(form);
  protection.sequence = UINT64_MAX;
  CHECK(apus_records_open(&protection, stream, size, 16384, out, 256, &opened) == APUS_RECORD_SPENT,
        "no number left");
  CHECK(apus_records_open(&protection, stream, size, 0, out, 256, &opened) == APUS_RECORD_UNUSABLE,
        "limit 0");
  apus_record_wipe(&protection);
  CHECK(apus_records_open(&protection, stream, size, 1, out, 256, &opened) == APUS_RECORD_UNUSABLE,
        "a wiped key");
}

/* A record of RFC 8448 section 3: the client's application data. */
static void test_rfc_8448(enum apus_tier tier) {
  const uint8_t key[16] = {0x17, 0x42, 0x2d, 0xda, 0x59, 0x6e, 0xd5, 0xd9,
                           0xac, 0xd8, 0x90, 0xe3, 0xc6, 0x3f, 0x50, 0x51};
  const uint8_t base[12] = {0x5b, 0x78, 0x92, 0x3d, 0xee, 0x08, 0x57, 0x90, 0x33, 0xe5, 0x23, 0xd9};
  const uint8_t record[] = {
      0x17, 0x03, 0x03, 0x00, 0x43, 0xa2, 0x3f, 0x70, 0x54, 0xb6, 0x2c, 0x94, 0xd0, 0xaf, 0xfa,
      0xfe, 0x82, 0x28, 0xba, 0x55, 0xcb, 0xef, 0xac, 0xea, 0x42, 0xf9, 0x14, 0xaa, 0x66, 0xbc,
      0xab, 0x3f, 0x2b, 0x98, 0x19, 0xa8, 0xa5, 0xb4, 0x6b, 0x39, 0x5b, 0xd5, 0x4a, 0x9a, 0x20,
      0x44, 0x1e, 0x2b, 0x62, 0x97, 0x4e, 0x1f, 0x5a, 0x62, 0x92, 0xa2, 0x97, 0x70, 0x14, 0xbd,
      0x1e, 0x3d, 0xea, 0xe6, 0x3a, 0xee, 0xbb, 0x21, 0x69, 0x49, 0x15, 0xe4};
  uint8_t text[50], out[sizeof record];
  const apus_fragment fragment = {text, sizeof text};
  apus_record_protection protection;
  size_t written;
  for (uint8_t i = 0; i < sizeof text; i++) text[i] = i;
  if (apus_record_init(&protection, APUS_RECORD_TLS_1_3, APUS_AES_128_GCM, tier, key, 16, base, 12))
    return;
  apus_records_seal(&protection, 23, &fragment, 1, 16384, out, sizeof out, &written);
  CHECK(written == sizeof record && memcmp(out, record, sizeof record) == 0, "%s",
        tier_names[tier]);
}

void test_records(void) {
  random_bytes(secret, sizeof secret);
  random_bytes(iv, sizeof iv);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const struct form *form = &forms[i];
    test_sealing_refusals(form);
    test_damage(form);
    test_limits(form);
    test_edges(form);
    for (enum apus_tier tier = APUS_TIER_PORTABLE; tier < APUS_TIER_COUNT; tier++) {
      if (!apus_aead_supports(form->algorithm, tier)) continue;
      const size_t counts[] = {0, 1, 15, 16, 100, 511, 512, 513, 16383, 16384, 16385, 50000};
      for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        test_sealing(form, tier, 16384, counts[c]);
        test_sealing(form, tier, 1 + random_below(16384), counts[c]);
        test_opening(form, tier, counts[c]);
      }
    }
  }
  for (enum apus_tier tier = APUS_TIER_PORTABLE; tier < APUS_TIER_COUNT; tier++) {
    test_rfc_8448(tier);
  }
}
