#include "platform.h"

#include "apus_system.h"

#include <string.h>
#include <sys/utsname.h>
#if defined(__APPLE__)
#include <stdlib.h>
#include <sys/sysctl.h>
#else
#include "apus_files.h"
#endif

#include "result.h"

static int64_t copy_text(const char *words, char *text, size_t capacity) {
  size_t length = strnlen(words, capacity);
  memcpy(text, words, length);
  return (int64_t)length;
}

static int64_t kernel_release(char *text, size_t capacity) {
  struct utsname names;
  if (uname(&names) < 0) return apus_failure(errno);
  return copy_text(names.release, text, capacity);
}

#if defined(__APPLE__)

static const char system_name[] = "macOS";

static int64_t program_name(char *text, size_t capacity) {
  const char *name = getprogname();
  return name == NULL ? apus_failure(ENOENT) : copy_text(name, text, capacity);
}

static int64_t boot_id(char *text, size_t capacity) {
  size_t size = capacity;
  int64_t result = RESULT(sysctlbyname("kern.bootsessionuuid", text, &size, NULL, 0));
  return result < 0 ? result : (int64_t)strnlen(text, size);
}

#else

static const char system_name[] = "Linux";

/* Reads the first line of a file of the kernel, which one call returns whole. */
static int64_t first_line(const char *path, char *text, size_t capacity) {
  int64_t file = apus_open_reading(path, 0);
  if (file < 0) return file;
  int64_t count = apus_read((int)file, text, capacity);
  apus_close((int)file);
  if (count <= 0) return count;
  const char *end = memchr(text, '\n', (size_t)count);
  return end == NULL ? count : end - text;
}

static int64_t program_name(char *text, size_t capacity) {
  return first_line("/proc/self/comm", text, capacity);
}

static int64_t boot_id(char *text, size_t capacity) {
  return first_line("/proc/sys/kernel/random/boot_id", text, capacity);
}

#endif

int64_t apus_system_fact(apus_fact fact, char *text, size_t capacity) {
  switch (fact) {
    case APUS_SYSTEM_NAME: return copy_text(system_name, text, capacity);
    case APUS_KERNEL_RELEASE: return kernel_release(text, capacity);
    case APUS_PROGRAM_NAME: return program_name(text, capacity);
    case APUS_BOOT_ID: return boot_id(text, capacity);
  }
  return apus_failure(EINVAL);
}
