#define _GNU_SOURCE
#include "apus_test_files.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int64_t apus_test_make_folder(char *path, size_t capacity) {
  const char *parent = getenv("TMPDIR");
  int length = snprintf(path, capacity, "%s/apus-XXXXXX", parent != NULL ? parent : P_tmpdir);
  if (length < 0 || (size_t)length >= capacity) return -ENAMETOOLONG;
  return mkdtemp(path) == NULL ? -errno : 0;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  return remove(path);
}

int64_t apus_test_remove_folder(const char *path) {
  return nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) == 0 ? 0 : -errno;
}

int64_t apus_test_write_file(const char *path, const void *bytes, size_t count) {
  FILE *file = fopen(path, "wxe");
  if (file == NULL) return -errno;
  size_t written = fwrite(bytes, 1, count, file);
  return fclose(file) == 0 && written == count ? 0 : -errno;
}

int64_t apus_test_rewrite_file(const char *path, const void *bytes, size_t count) {
  FILE *file = fopen(path, "we");
  if (file == NULL) return -errno;
  size_t written = fwrite(bytes, 1, count, file);
  return fclose(file) == 0 && written == count ? 0 : -errno;
}

int64_t apus_test_duplicate(int descriptor) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  return copy < 0 ? -errno : copy;
}

int64_t apus_test_remove_file(const char *path) { return unlink(path) == 0 ? 0 : -errno; }

int64_t apus_test_write_link(const char *path, const char *target) {
  return symlink(target, path) == 0 ? 0 : -errno;
}
