#define _GNU_SOURCE
#include "apus_system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int64_t apus_random(void *memory, size_t count) {
  uint8_t *at = memory;
  while (count > 0) {
    ssize_t got = getrandom(at, count, 0);
    if (got < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    at += got;
    count -= (size_t)got;
  }
  return 0;
}

int64_t apus_open_reading(const char *path) {
  int descriptor;
  do descriptor = open(path, O_RDONLY | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  return descriptor < 0 ? -errno : descriptor;
}

int64_t apus_read(int descriptor, void *memory, size_t count) {
  ssize_t got;
  do got = read(descriptor, memory, count);
  while (got < 0 && errno == EINTR);
  return got < 0 ? -errno : got;
}

int64_t apus_close(int descriptor) { return close(descriptor) < 0 ? -errno : 0; }

int64_t apus_is_folder(const char *path) {
  struct stat status;
  if (stat(path, &status) < 0) return -errno;
  return S_ISDIR(status.st_mode);
}

uint64_t apus_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int64_t apus_list_folder(const char *path, void *context,
                         void (*visit)(void *context, const char *name)) {
  DIR *folder = opendir(path);
  if (folder == NULL) return -errno;
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(folder);
    if (entry == NULL) break;
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      visit(context, entry->d_name);
    }
  }
  int failure = errno;
  closedir(folder);
  return -failure;
}

size_t apus_error_text(int error, char *text, size_t capacity) {
  if (capacity == 0) return 0;
  char scratch[256];
  const char *words = strerror_r(error, scratch, sizeof scratch);
  size_t length = strnlen(words, capacity - 1);
  memcpy(text, words, length);
  text[length] = 0;
  return length;
}

void apus_exit(int status) { exit(status); }

void apus_write_error(const char *text, size_t count) { fwrite(text, 1, count, stderr); }
