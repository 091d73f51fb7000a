#define _GNU_SOURCE
#include "apus_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result.h"

int64_t apus_open_reading(const char *path, int waits) {
  return RETRIED(open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)));
}

int64_t apus_open_appending(const char *path, unsigned mode) {
  return RETRIED(open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, (mode_t)mode));
}

int64_t apus_open_folder(const char *path) {
  return RETRIED(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

int64_t apus_create_in(int folder, const char *name, unsigned mode) {
  int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  return RETRIED(openat(folder, name, flags, (mode_t)mode));
}

int64_t apus_rename_in(int folder, const char *from, const char *to, int replacing) {
  return RESULT(renameat2(folder, from, folder, to, replacing ? 0 : RENAME_NOREPLACE));
}

int64_t apus_link_in(int folder, const char *from, const char *to) {
  return RESULT(linkat(folder, from, folder, to, 0));
}

int64_t apus_unlink_in(int folder, const char *name) { return RESULT(unlinkat(folder, name, 0)); }

int64_t apus_read(int descriptor, void *memory, size_t count) {
  return RETRIED(read(descriptor, memory, count));
}

int64_t apus_read_at(int descriptor, void *memory, size_t count, int64_t offset) {
  return RETRIED(pread(descriptor, memory, count, offset));
}

int64_t apus_write(int descriptor, const void *memory, size_t count) {
  return RETRIED(write(descriptor, memory, count));
}

int64_t apus_sync(int descriptor) { return RETRIED(fsync(descriptor)); }

int64_t apus_will_read(int descriptor, int64_t offset, int64_t count) {
  return -posix_fadvise(descriptor, offset, count, POSIX_FADV_WILLNEED);
}

int64_t apus_file_size(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) < 0) return -errno;
  return S_ISREG(status.st_mode) ? status.st_size : -EINVAL;
}

int64_t apus_close(int descriptor) { return RESULT(close(descriptor)); }

int64_t apus_file_kind(const char *path) {
  struct stat status;
  if (stat(path, &status) < 0) return -errno;
  if (S_ISDIR(status.st_mode)) return APUS_FOLDER;
  return S_ISREG(status.st_mode) ? APUS_REGULAR_FILE : APUS_OTHER_FILE;
}

int64_t apus_file_stamp(const char *path, int64_t stamp[APUS_STAMP_COUNT]) {
  struct stat status;
  if (stat(path, &status) < 0) return -errno;
  stamp[0] = (int64_t)status.st_dev;
  stamp[1] = (int64_t)status.st_ino;
  stamp[2] = status.st_size;
  stamp[3] = status.st_mtim.tv_sec;
  stamp[4] = status.st_mtim.tv_nsec;
  stamp[5] = status.st_ctim.tv_sec;
  stamp[6] = status.st_ctim.tv_nsec;
  return 0;
}

int64_t apus_list_folder(const char *path, void *context,
                         bool (*visit)(void *context, const char *name)) {
  DIR *folder = opendir(path);
  if (folder == NULL) return -errno;
  int failure = 0;
  for (bool goes_on = true; goes_on;) {
    errno = 0;
    struct dirent *entry = readdir(folder);
    if (entry == NULL) {
      failure = errno;
      break;
    }
    const char *name = entry->d_name;
    if (name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0))) continue;
    goes_on = visit(context, name);
  }
  closedir(folder);
  return -failure;
}
