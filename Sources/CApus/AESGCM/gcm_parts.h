/* Partial vectors through memory, for instruction sets without masks. The memory is wiped
 * afterwards: it held text or the key stream. */

APUS_INLINE vec load_part(const uint8_t *at, size_t count) {
  if (count >= sizeof(vec)) return load(at);
  uint8_t part[sizeof(vec)] = {0};
  memcpy(part, at, count);
  const vec v = load(part);
  apus_wipe(part, sizeof part);
  return v;
}

APUS_INLINE void store_part(uint8_t *at, vec v, size_t count) {
  if (count >= sizeof(vec)) {
    store(at, v);
  } else {
    uint8_t part[sizeof(vec)];
    store(part, v);
    memcpy(at, part, count);
    apus_wipe(part, sizeof part);
  }
}

APUS_INLINE vec keep_part(vec v, size_t count) {
  if (count >= sizeof(vec)) return v;
  uint8_t part[sizeof(vec)];
  store(part, v);
  memset(part + count, 0, sizeof part - count);
  v = load(part);
  apus_wipe(part, sizeof part);
  return v;
}

APUS_INLINE vec set_byte(vec v, size_t index, uint8_t byte) {
  uint8_t part[sizeof(vec)];
  store(part, v);
  part[index] = byte;
  v = load(part);
  apus_wipe(part, sizeof part);
  return v;
}
