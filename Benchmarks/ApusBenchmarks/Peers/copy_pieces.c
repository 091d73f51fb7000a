/* Copies bytes piece by piece into the same buffer, as a sender copies them into a socket: the peer
 * of making a body from them. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

uint64_t copy_pieces(const uint8_t *bytes, size_t count, uint8_t *room, size_t piece) {
  uint64_t sum = 0;
  for (size_t at = 0; at < count; at += piece) {
    size_t length = count - at < piece ? count - at : piece;
    memcpy(room, bytes + at, length);
    __asm__ volatile("" : : "r"(room) : "memory");
    sum += room[length - 1];
  }
  return sum;
}
