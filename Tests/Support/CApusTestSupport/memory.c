#define _GNU_SOURCE
#include "apus_test_memory.h"

#include <errno.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <fcntl.h>
#include <inttypes.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { piece = 8, page = 4096 };

/* A sanitizer's shadow takes terabytes and contains none of the program's bytes. */
static const uint64_t largest_mapping = UINT64_C(1) << 30;

/* The buffer is static, and never part of one read with the stack or the heap: its content is wiped
 * before any read could find it. */
static uint8_t window[1 << 16];
static pthread_mutex_t window_lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t count_in_window(size_t length, const uint8_t *masked, size_t count, uint8_t mask) {
  int64_t found = 0;
  for (size_t start = 0; start + piece <= count; start += piece) {
    const uint8_t *at = window, *end = window + length - (piece - 1);
    while (at < end && (at = memchr(at, masked[start] ^ mask, (size_t)(end - at))) != NULL) {
      size_t same = 1;
      while (same < piece && (at[same] ^ mask) == masked[start + same]) same++;
      found += same == piece;
      at++;
    }
  }
  return found;
}

/* Reads through the kernel, because another thread may unmap the memory of a pointer. */
static int64_t count_in_range(int memory, uint64_t from, uint64_t to, const uint8_t *masked,
                              size_t count, uint8_t mask) {
  int64_t found = 0;
  while (to - from >= piece) {
    size_t room = to - from < sizeof window ? to - from : sizeof window;
    ssize_t got = pread(memory, window, room, (off_t)from);
    if (got < piece) {
      from += to - from < page ? to - from : page;
      continue;
    }
    found += count_in_window((size_t)got, masked, count, mask);
    explicit_bzero(window, sizeof window);
    from += (uint64_t)got - (piece - 1);
  }
  return found;
}

int64_t apus_test_pieces_in_memory(const uint8_t *masked, size_t count, uint8_t mask) {
  int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return -errno;
  FILE *maps = fopen("/proc/self/maps", "re");
  if (maps == NULL) {
    int failure = errno;
    close(memory);
    return -failure;
  }
  int64_t found = 0;
  char line[512];
  while (fgets(line, sizeof line, maps) != NULL) {
    uint64_t from, to;
    char access[5];
    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", &from, &to, access) != 3) continue;
    if (access[1] != 'w' || to - from > largest_mapping) continue;
    pthread_mutex_lock(&window_lock);
    found += count_in_range(memory, from, to, masked, count, mask);
    pthread_mutex_unlock(&window_lock);
  }
  fclose(maps);
  close(memory);
  return found;
}

int64_t apus_test_heap_bytes(void) {
  struct mallinfo2 of_all_arenas = mallinfo2();
  return (int64_t)(of_all_arenas.uordblks + of_all_arenas.hblkhd);
}

#else

int64_t apus_test_pieces_in_memory(const uint8_t *masked, size_t count, uint8_t mask) {
  (void)masked, (void)count, (void)mask;
  return -ENOTSUP;
}

int64_t apus_test_heap_bytes(void) { return -ENOTSUP; }

#endif

#if defined(__APPLE__)

#include <mach/mach.h>
#include <sys/resource.h>

int64_t apus_test_resident_bytes(void) {
  struct mach_task_basic_info facts;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&facts, &count) != 0) {
    return -EINVAL;
  }
  return (int64_t)facts.resident_size;
}

int64_t apus_test_peak_bytes(void) {
  struct rusage use;
  return getrusage(RUSAGE_SELF, &use) < 0 ? -errno : use.ru_maxrss;
}

#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number of the status of this process, which the kernel writes in KiB. */
static int64_t status_bytes(const char *name) {
  FILE *status = fopen("/proc/self/status", "re");
  if (status == NULL) return -errno;
  int64_t found = -ENODATA;
  char line[256];
  while (found < 0 && fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, name, strlen(name)) == 0) found = atoll(line + strlen(name)) * 1024;
  }
  fclose(status);
  return found;
}

int64_t apus_test_resident_bytes(void) { return status_bytes("VmRSS:"); }

int64_t apus_test_peak_bytes(void) { return status_bytes("VmHWM:"); }

#endif
