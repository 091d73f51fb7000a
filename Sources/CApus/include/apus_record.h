/* TLS records, sealed and opened many at a time. RFC 8446 section 5, RFC 5246 section 6. */
#pragma once

#include "apus_aead.h"

enum apus_record_version {
  APUS_RECORD_TLS_1_2, /* AES-GCM by RFC 5288, ChaCha20-Poly1305 by RFC 7905 */
  APUS_RECORD_TLS_1_3,
};

enum {
  APUS_RECORD_HEADER_BYTES = 5,
  /* The maximum plaintext length of one record. */
  APUS_RECORD_LIMIT = 1 << 14,
  APUS_RECORD_APPLICATION_DATA = 23,
};

enum apus_record_result {
  APUS_RECORD_OK,
  APUS_RECORD_INCOMPLETE,      /* the first record has not arrived completely */
  APUS_RECORD_NO_ROOM,         /* out is too small, for the first or for all sealed records */
  APUS_RECORD_UNEXPECTED_TYPE, /* not a protected record: in TLS 1.3 maybe a ChangeCipherSpec */
  APUS_RECORD_BAD_VERSION,     /* the version in the header is not 3.3 */
  APUS_RECORD_OVERFLOW,        /* longer than the maximum record length, or than the limit */
  APUS_RECORD_FORGED,          /* the tag does not match, or the record is too short to have one */
  APUS_RECORD_NO_CONTENT_TYPE, /* TLS 1.3: authentic, but only padding */
  APUS_RECORD_SPENT,           /* the sequence number would wrap: the key must not be used again */
  APUS_RECORD_UNUSABLE,        /* the key is not ready, or the limit is zero */
};

/* Protection of one direction of a connection. It holds secrets: wipe it. */
typedef struct {
  apus_aead_key key;
  enum apus_record_version version;
  uint8_t iv[APUS_AEAD_NONCE_BYTES];
  uint64_t sequence; /* the number of the next record */
} apus_record_protection;

/* Starts at sequence number 0. The nonce base has 12 bytes, or 4 for AES-GCM in TLS 1.2. If it
 * fails, the protection is all zeros. */
enum apus_aead_result apus_record_init(apus_record_protection *protection,
                                       enum apus_record_version version,
                                       enum apus_aead_algorithm algorithm, enum apus_tier tier,
                                       const uint8_t *key, size_t key_count, const uint8_t *iv,
                                       size_t iv_count);

void apus_record_wipe(apus_record_protection *protection);

/* A piece of plaintext. */
typedef struct {
  const uint8_t *bytes;
  size_t count;
} apus_fragment;

/* Returns the number of bytes of the records for count bytes of plaintext, at most limit in each; 0
 * if that exceeds size_t, or if there is no plaintext. */
size_t apus_records_sealed_count(const apus_record_protection *protection, size_t count,
                                 size_t limit);

/* Seals all fragments, in order, into records of one content type.
 *
 * limit, 1 to APUS_RECORD_LIMIT, is the maximum plaintext length of a record. out must not overlap
 * the fragments. If it fails, no output is written. Empty plaintext makes no record. */
enum apus_record_result apus_records_seal(apus_record_protection *protection, uint8_t type,
                                          const apus_fragment *fragments, size_t fragment_count,
                                          size_t limit, uint8_t *out, size_t capacity,
                                          size_t *written);

/* The opened records: first application data of any number of records, then at most one record of
 * another type, because that may change the key. An empty record is also the last one, so that the
 * caller can limit the number of consecutive ones. */
typedef struct {
  size_t consumed;          /* the length of the opened records in bytes */
  size_t application_count; /* the length of the application data at out */
  size_t other_count;       /* the length of the other record after it */
  uint8_t other_type;       /* its content type; 0 if there is none */
  size_t record_count;
  size_t empty_count; /* 1 if the last record was empty */
} apus_opened;

/* Opens complete records from the front of in, until one is incomplete, has no room, is not
 * application data, or is empty.
 *
 * limit is the maximum plaintext length of a record, including its padding. out needs room for the
 * padding and the content type too; it may equal in or precede it. INCOMPLETE and NO_ROOM are
 * returned only for the first record. Every other failure is returned immediately; records that
 * were opened before it are authentic, and are described in any case. All failures are final except
 * UNEXPECTED_TYPE: the caller may handle that record and continue after it. */
enum apus_record_result apus_records_open(apus_record_protection *protection, const uint8_t *in,
                                          size_t count, size_t limit, uint8_t *out,
                                          size_t capacity, apus_opened *opened);
