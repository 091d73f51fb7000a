/* TLS records: headers, nonces and associated data around the AEAD. */
#include "apus_record.h"

#include "../AEAD/aead.h"

enum {
  HEADER = APUS_RECORD_HEADER_BYTES,
  TAG = APUS_AEAD_TAG_BYTES,
  NONCE = APUS_AEAD_NONCE_BYTES,
  EXPLICIT_NONCE = 8,
  SALT = NONCE - EXPLICIT_NONCE,
  MOST_AAD = 13,
  /* The maximum expansion of a record's payload. RFC 8446 section 5.2, RFC 5246 section 6.2.3. */
  TLS_1_3_EXPANSION = 256,
  TLS_1_2_EXPANSION = 2048,
  FIRST_CONTENT_TYPE = 20,
};

/* ---- the parts of a record ---- */

static bool is_tls_1_3(const apus_record_protection *protection) {
  return protection->version == APUS_RECORD_TLS_1_3;
}

/* AES-GCM in TLS 1.2 sends eight bytes of its nonce with every record. RFC 5288 section 3. */
static size_t explicit_count(enum apus_record_version version, enum apus_aead_algorithm algorithm) {
  const bool is_aes = algorithm != APUS_CHACHA20_POLY1305;
  return version == APUS_RECORD_TLS_1_2 && is_aes ? EXPLICIT_NONCE : 0;
}

/* The number of payload bytes before the text, and after it. TLS 1.3 appends the content type to
 * the text. */
static size_t before_text(const apus_record_protection *protection) {
  return explicit_count(protection->version, protection->key.algorithm);
}

static size_t overhead(const apus_record_protection *protection) {
  return before_text(protection) + is_tls_1_3(protection) + TAG;
}

/* Makes the nonce: the base XOR the sequence number, or the base followed by the sent part. RFC
 * 8446 section 5.3, RFC 7905 section 2, RFC 5288 section 3. */
static void make_nonce(const apus_record_protection *protection, const uint8_t *sent,
                       uint8_t nonce[NONCE]) {
  memcpy(nonce, protection->iv, NONCE);
  if (before_text(protection) > 0) {
    memcpy(nonce + SALT, sent, EXPLICIT_NONCE);
  } else {
    apus_store_big64(nonce + SALT, apus_load_big64(nonce + SALT) ^ protection->sequence);
  }
}

static void store_big16(uint8_t *at, size_t value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
}

/* Makes the associated data: the header as sent, or the sequence number and the header with the
 * length of the plaintext. RFC 8446 section 5.2, RFC 5246 section 6.2.3.3. */
static size_t make_aad(const apus_record_protection *protection, const uint8_t header[HEADER],
                       size_t text_count, uint8_t aad[MOST_AAD]) {
  if (is_tls_1_3(protection)) {
    memcpy(aad, header, HEADER);
    return HEADER;
  }
  apus_store_big64(aad, protection->sequence);
  memcpy(aad + 8, header, 3);
  store_big16(aad + 11, text_count);
  return MOST_AAD;
}

/* ---- protection ---- */

enum apus_aead_result apus_record_init(apus_record_protection *protection,
                                       enum apus_record_version version,
                                       enum apus_aead_algorithm algorithm, enum apus_tier tier,
                                       const uint8_t *key, size_t key_count, const uint8_t *iv,
                                       size_t iv_count) {
  memset(protection, 0, sizeof *protection);
  if (iv_count != NONCE - explicit_count(version, algorithm)) return APUS_AEAD_BAD_LENGTH;
  const enum apus_aead_result result =
      apus_aead_init(&protection->key, algorithm, tier, key, key_count);
  if (result != APUS_AEAD_OK) return result;
  protection->version = version;
  memcpy(protection->iv, iv, iv_count);
  return APUS_AEAD_OK;
}

void apus_record_wipe(apus_record_protection *protection) {
  apus_wipe(protection, sizeof *protection);
}

/* ---- sealing ---- */

/* Takes the next bytes of the fragments: directly if they are contiguous, or copied to place. */
static const uint8_t *take(const apus_fragment **fragment, size_t *used, size_t count,
                           uint8_t *place) {
  for (; *used == (*fragment)->count; *used = 0) (*fragment)++;
  const uint8_t *bytes = (*fragment)->bytes + *used;
  if (count <= (*fragment)->count - *used) {
    *used += count;
    return bytes;
  }
  for (size_t done = 0; done < count;) {
    size_t part = (*fragment)->count - *used;
    if (part > count - done) part = count - done;
    if (part > 0) memcpy(place + done, (*fragment)->bytes + *used, part);
    done += part;
    *used += part;
    if (done < count) (*fragment)++, *used = 0;
  }
  return place;
}

/* Seals one record, and counts it. The length of its plaintext is far below the limit of the
 * AEAD. */
static void seal_record(apus_record_protection *protection, uint8_t type,
                        const uint8_t *text, size_t count, uint8_t *out) {
  uint8_t nonce[NONCE], aad[MOST_AAD];
  uint8_t *start = out + HEADER + before_text(protection);
  out[0] = is_tls_1_3(protection) ? APUS_RECORD_APPLICATION_DATA : type;
  out[1] = out[2] = 3;
  store_big16(out + 3, count + overhead(protection));
  if (before_text(protection) > 0) apus_store_big64(out + HEADER, protection->sequence);
  make_nonce(protection, out + HEADER, nonce);
  const struct apus_aead_job job = {
      .nonce = nonce,
      .aad = aad,
      .aad_count = make_aad(protection, out, count, aad),
      .in = text,
      .count = count,
      .has_suffix = is_tls_1_3(protection),
      .suffix = type,
      .out = start,
      .tag = start + count + is_tls_1_3(protection),
  };
  apus_aead_seal_job(&protection->key, &job);
  protection->sequence++;
}

/* Returns the number of records for a number of plaintext bytes. */
static size_t record_count(size_t count, size_t limit) {
  return count / limit + (count % limit != 0);
}

static bool is_limit(size_t limit) { return limit >= 1 && limit <= APUS_RECORD_LIMIT; }

size_t apus_records_sealed_count(const apus_record_protection *protection, size_t count,
                                 size_t limit) {
  size_t growth, sum;
  if (!is_limit(limit)) return 0;
  if (__builtin_mul_overflow(record_count(count, limit), HEADER + overhead(protection), &growth)) {
    return 0;
  }
  return __builtin_add_overflow(count, growth, &sum) ? 0 : sum;
}

enum apus_record_result apus_records_seal(apus_record_protection *protection, uint8_t type,
                                          const apus_fragment *fragments, size_t fragment_count,
                                          size_t limit, uint8_t *out, size_t capacity,
                                          size_t *written) {
  size_t left = 0, used = 0;
  *written = 0;
  if (!is_limit(limit) || protection->key.algorithm == 0) return APUS_RECORD_UNUSABLE;
  for (size_t i = 0; i < fragment_count; i++) {
    if (__builtin_add_overflow(left, fragments[i].count, &left)) return APUS_RECORD_NO_ROOM;
  }
  if (left == 0) return APUS_RECORD_OK;
  const size_t needed = apus_records_sealed_count(protection, left, limit);
  if (needed == 0 || needed > capacity) return APUS_RECORD_NO_ROOM;
  if (record_count(left, limit) > UINT64_MAX - protection->sequence) return APUS_RECORD_SPENT;
  while (left > 0) {
    const size_t count = left < limit ? left : limit;
    uint8_t *at = out + *written;
    const uint8_t *text = take(&fragments, &used, count, at + HEADER + before_text(protection));
    seal_record(protection, type, text, count, at);
    *written += HEADER + count + overhead(protection);
    left -= count;
  }
  return APUS_RECORD_OK;
}

/* ---- opening ---- */

/* Reads a header, rejects it if possible before the rest of the record arrives, and returns its
 * length.
 *
 *     struct {
 *         ContentType opaque_type = application_data;
 *         ProtocolVersion legacy_record_version = 0x0303;
 *         uint16 length;
 *         opaque encrypted_record[TLSCiphertext.length];
 *     } TLSCiphertext;
 *
 * RFC 8446 section 5.2. TLS 1.2 has the content type itself there, RFC 5246 section 6.2.3. */
static enum apus_record_result read_header(const apus_record_protection *protection,
                                           const uint8_t header[HEADER], size_t limit,
                                           size_t *payload) {
  const bool is_1_3 = is_tls_1_3(protection);
  const uint8_t first = is_1_3 ? APUS_RECORD_APPLICATION_DATA : FIRST_CONTENT_TYPE;
  const size_t most = APUS_RECORD_LIMIT + (is_1_3 ? TLS_1_3_EXPANSION : TLS_1_2_EXPANSION);
  if (header[0] < first || header[0] > APUS_RECORD_APPLICATION_DATA) {
    return APUS_RECORD_UNEXPECTED_TYPE;
  }
  if (header[1] != 3 || header[2] != 3) return APUS_RECORD_BAD_VERSION;
  *payload = (size_t)header[3] << 8 | header[4];
  if (*payload > most || *payload > limit + overhead(protection)) return APUS_RECORD_OVERFLOW;
  if (*payload < before_text(protection) + TAG) return APUS_RECORD_FORGED;
  return APUS_RECORD_OK;
}

/* Finds the content type of TLS 1.3 between the content and the zeros of the padding. The time
 * depends on the padding length, as RFC 8446 section 5.4 allows: the text is authentic. */
static enum apus_record_result find_type(const uint8_t *text, size_t *count, uint8_t *type) {
  size_t end = *count;
  while (end > 0 && text[end - 1] == 0) end--;
  if (end == 0) return APUS_RECORD_NO_CONTENT_TYPE;
  *type = text[end - 1];
  *count = end - 1;
  return APUS_RECORD_OK;
}

/* Opens one complete record that fits into out, and counts it. */
static enum apus_record_result open_record(apus_record_protection *protection, const uint8_t *in,
                                           size_t payload, uint8_t *out, size_t *count,
                                           uint8_t *type) {
  uint8_t nonce[NONCE], aad[MOST_AAD];
  const uint8_t *text = in + HEADER + before_text(protection);
  *count = payload - before_text(protection) - TAG;
  *type = in[0];
  make_nonce(protection, in + HEADER, nonce);
  const size_t aad_count = make_aad(protection, in, *count, aad);
  if (apus_aead_open(&protection->key, nonce, aad, aad_count, text, *count, out, text + *count)) {
    return APUS_RECORD_FORGED;
  }
  protection->sequence++;
  return is_tls_1_3(protection) ? find_type(out, count, type) : APUS_RECORD_OK;
}

enum apus_record_result apus_records_open(apus_record_protection *protection, const uint8_t *in,
                                          size_t count, size_t limit, uint8_t *out,
                                          size_t capacity, apus_opened *opened) {
  *opened = (apus_opened){0};
  if (!is_limit(limit) || protection->key.algorithm == 0) return APUS_RECORD_UNUSABLE;
  while (opened->other_type == 0 && opened->empty_count == 0) {
    const uint8_t *at = in + opened->consumed;
    const size_t left = count - opened->consumed, room = capacity - opened->application_count;
    const bool is_first = opened->record_count == 0;
    size_t payload, text_count;
    uint8_t type;
    if (left < HEADER) return is_first ? APUS_RECORD_INCOMPLETE : APUS_RECORD_OK;
    enum apus_record_result result = read_header(protection, at, limit, &payload);
    if (result != APUS_RECORD_OK) return result;
    if (left - HEADER < payload) return is_first ? APUS_RECORD_INCOMPLETE : APUS_RECORD_OK;
    if (room < payload - before_text(protection) - TAG) {
      return is_first ? APUS_RECORD_NO_ROOM : APUS_RECORD_OK;
    }
    if (protection->sequence == UINT64_MAX) return APUS_RECORD_SPENT;
    result = open_record(protection, at, payload, out + opened->application_count, &text_count,
                         &type);
    if (result != APUS_RECORD_OK) return result;
    opened->consumed += HEADER + payload;
    opened->record_count++;
    opened->empty_count += text_count == 0;
    if (type == APUS_RECORD_APPLICATION_DATA) {
      opened->application_count += text_count;
    } else {
      opened->other_count = text_count;
      opened->other_type = type;
    }
  }
  return APUS_RECORD_OK;
}
