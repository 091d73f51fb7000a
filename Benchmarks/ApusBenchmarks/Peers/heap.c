/* What this process has asked of the C library's allocator and not given back, in bytes, with what
 * the allocator needs for itself. */
#include <malloc.h>

long heap_in_use(void) {
  struct mallinfo2 facts = mallinfo2();
  return (long)(facts.uordblks + facts.hblkhd);
}
