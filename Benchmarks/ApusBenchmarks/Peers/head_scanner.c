/* A plain scanner of HTTP/1.1 response heads: the peer of the codec.
 *
 * It finds line ends and colons with memchr, and records the positions of names and values. It
 * checks no bytes, has no limits and cannot resume: a lower bound of the work, not a rival.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MOST_FIELDS 256

struct field {
  const uint8_t *name, *value;
  size_t name_length, value_length;
};

struct head {
  int status;
  size_t field_count;
  struct field fields[MOST_FIELDS];
};

/* The length of the head, or 0 if it is incomplete. */
static size_t scan(const uint8_t *bytes, size_t count, struct head *head) {
  const uint8_t *at = bytes, *end = bytes + count;
  const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
  if (line_end == NULL || line_end - at < 12) return 0;
  head->status = (at[9] - '0') * 100 + (at[10] - '0') * 10 + (at[11] - '0');
  head->field_count = 0;
  at = line_end + 1;
  while (at < end) {
    line_end = memchr(at, '\n', (size_t)(end - at));
    if (line_end == NULL) return 0;
    const uint8_t *stop = line_end > at && line_end[-1] == '\r' ? line_end - 1 : line_end;
    if (stop == at) return (size_t)(line_end + 1 - bytes);
    const uint8_t *colon = memchr(at, ':', (size_t)(stop - at));
    if (colon == NULL || head->field_count == MOST_FIELDS) return 0;
    struct field *field = &head->fields[head->field_count++];
    field->name = at;
    field->name_length = (size_t)(colon - at);
    do colon++;
    while (colon < stop && *colon == ' ');
    field->value = colon;
    field->value_length = (size_t)(stop - colon);
    at = line_end + 1;
  }
  return 0;
}

/* Scans the same head repeatedly; the sum keeps the optimiser from omitting the work. */
uint64_t scan_heads(const uint8_t *bytes, size_t count, size_t rounds) {
  uint64_t sum = 0;
  struct head head;
  for (size_t round = 0; round < rounds; round++) {
    __asm__ volatile("" : : "r"(bytes) : "memory");
    sum += scan(bytes, count, &head) + head.field_count + (uint64_t)head.status;
    sum += head.fields[head.field_count - 1].value_length;
  }
  return sum;
}

/* Copies the same bytes repeatedly. */
uint64_t copy_bytes(const uint8_t *bytes, size_t count, uint8_t *room, size_t rounds) {
  uint64_t sum = 0;
  for (size_t round = 0; round < rounds; round++) {
    memcpy(room, bytes, count);
    __asm__ volatile("" : : "r"(room) : "memory");
    sum += room[count - 1];
  }
  return sum;
}
