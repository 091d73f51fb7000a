/* The bytes that this process has allocated from the C library and not freed, including the
 * allocator's own memory. */
#include <malloc.h>

long heap_in_use(void) {
  struct mallinfo2 facts = mallinfo2();
  return (long)(facts.uordblks + facts.hblkhd);
}
