#include "platform.h"

#include "apus_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <unistd.h>

#include "result.h"

int64_t apus_open_reading(const char *path, int waits) {
  if (strcmp(path, "/dev/stdin") == 0) return OPENED_RETRIED(fcntl(0, F_DUPFD_CLOEXEC, 3));
  return OPENED_RETRIED(open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)));
}

int64_t apus_open_appending(const char *path, unsigned mode) {
  return OPENED_RETRIED(open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, (mode_t)mode));
}

int64_t apus_open_writing(const char *path) {
  return OPENED_RETRIED(open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC));
}

int64_t apus_open_folder(const char *path) {
  return OPENED_RETRIED(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

int64_t apus_open_folder_in(int folder, const char *name) {
  return OPENED_RETRIED(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

int64_t apus_open_reading_in(int folder, const char *name) {
  return OPENED_RETRIED(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

int64_t apus_create_in(int folder, const char *name, unsigned mode) {
  int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  return OPENED_RETRIED(openat(folder, name, flags, (mode_t)mode));
}

#if defined(__linux__)
/* A file gets a name through its entry there. */
static void own_entry(int descriptor, char path[40]) {
  snprintf(path, 40, "/proc/self/fd/%d", descriptor);
}

int64_t apus_create_nameless(int folder, unsigned mode) {
  int flags = O_TMPFILE | O_WRONLY | O_CLOEXEC;
  int64_t descriptor = OPENED_RETRIED(openat(folder, ".", flags, (mode_t)mode));
  /* Kernels and file systems without this flag interpret it as a flag for folders. */
  if (descriptor == -EISDIR || descriptor == -EINVAL || descriptor == -ENOENT) return -EOPNOTSUPP;
  if (descriptor < 0) return descriptor;
  char path[40];
  own_entry((int)descriptor, path);
  if (faccessat(AT_FDCWD, path, F_OK, 0) == 0) return descriptor;
  close((int)descriptor);
  return -EOPNOTSUPP;
}

int64_t apus_name_in(int descriptor, int folder, const char *name) {
  char path[40];
  own_entry(descriptor, path);
  return RESULT(linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW));
}

#if !defined(__GLIBC__)
/* Older versions of musl do not have the function and its flag. */
static int rename_within(int folder, const char *from, const char *to, unsigned flags) {
  return (int)syscall(SYS_renameat2, folder, from, folder, to, flags);
}
#undef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#else
static int rename_within(int folder, const char *from, const char *to, unsigned flags) {
  return renameat2(folder, from, folder, to, flags);
}
#endif

int64_t apus_rename_in(int folder, const char *from, const char *to, int replacing) {
  return RESULT(rename_within(folder, from, to, replacing ? 0 : RENAME_NOREPLACE));
}

static struct timespec modified(const struct stat *status) { return status->st_mtim; }
static struct timespec changed(const struct stat *status) { return status->st_ctim; }
#else
int64_t apus_create_nameless(int folder, unsigned mode) {
  (void)folder;
  (void)mode;
  return apus_failure(EOPNOTSUPP);
}

int64_t apus_name_in(int descriptor, int folder, const char *name) {
  (void)descriptor;
  (void)folder;
  (void)name;
  return apus_failure(EOPNOTSUPP);
}

int64_t apus_rename_in(int folder, const char *from, const char *to, int replacing) {
  return RESULT(renameatx_np(folder, from, folder, to, replacing ? 0 : RENAME_EXCL));
}

static struct timespec modified(const struct stat *status) { return status->st_mtimespec; }
static struct timespec changed(const struct stat *status) { return status->st_ctimespec; }
#endif

int64_t apus_reopen_in(int folder, const char *name) {
  return OPENED_RETRIED(openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

int64_t apus_link_in(int folder, const char *from, const char *to) {
  return RESULT(linkat(folder, from, folder, to, 0));
}

int64_t apus_unlink_in(int folder, const char *name) { return RESULT(unlinkat(folder, name, 0)); }

int64_t apus_make_folder(const char *path, unsigned mode) {
  return RESULT(mkdir(path, (mode_t)mode));
}

int64_t apus_make_folder_in(int folder, const char *name, unsigned mode) {
  return RESULT(mkdirat(folder, name, (mode_t)mode));
}

int64_t apus_remove_folder_in(int folder, const char *name) {
  return RESULT(unlinkat(folder, name, AT_REMOVEDIR));
}

int64_t apus_touch(int descriptor) { return RESULT(futimens(descriptor, NULL)); }

/* Waits until a descriptor is ready and returns true; false if a call failed for another reason. */
static bool waits(int64_t result, int descriptor, short event) {
  if (result != apus_failure(EAGAIN)) return false;
  struct pollfd ready = {.fd = descriptor, .events = event};
  poll(&ready, 1, -1);
  return true;
}

int64_t apus_read(int descriptor, void *memory, size_t count) {
  int64_t result;
  do result = RETRIED(read(descriptor, memory, count));
  while (waits(result, descriptor, POLLIN));
  return result;
}

int64_t apus_read_at(int descriptor, void *memory, size_t count, int64_t offset) {
  return RETRIED(pread(descriptor, memory, count, offset));
}

int64_t apus_write(int descriptor, const void *memory, size_t count) {
  int64_t result;
  do result = RETRIED(write(descriptor, memory, count));
  while (waits(result, descriptor, POLLOUT));
  return result;
}

int64_t apus_write_at(int descriptor, const void *memory, size_t count, int64_t offset) {
  return RETRIED(pwrite(descriptor, memory, count, offset));
}

int64_t apus_truncate(int descriptor, int64_t count) {
  return RETRIED(ftruncate(descriptor, count));
}

int64_t apus_lock_file(int descriptor) { return RETRIED(flock(descriptor, LOCK_EX | LOCK_NB)); }

int64_t apus_unlock_file(int descriptor) { return RETRIED(flock(descriptor, LOCK_UN)); }

#if defined(__APPLE__)
/* fsync leaves bytes in the cache of the disk. Some file systems do not have F_FULLFSYNC. */
int64_t apus_sync(int descriptor) {
  int64_t result = RETRIED(fcntl(descriptor, F_FULLFSYNC));
  return result < 0 ? RETRIED(fsync(descriptor)) : 0;
}
#else
int64_t apus_sync(int descriptor) { return RETRIED(fsync(descriptor)); }
#endif

int64_t apus_will_read(int descriptor, int64_t offset, int64_t count) {
#if defined(__APPLE__)
  const int length = count > INT32_MAX ? INT32_MAX : (int)count;
  struct radvisory wanted = {.ra_offset = offset, .ra_count = length};
  return RESULT(fcntl(descriptor, F_RDADVISE, &wanted));
#else
  return apus_failure(posix_fadvise(descriptor, offset, count, POSIX_FADV_WILLNEED));
#endif
}

int64_t apus_file_size(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) < 0) return apus_failure(errno);
  return S_ISREG(status.st_mode) ? status.st_size : apus_failure(EINVAL);
}

int64_t apus_close(int descriptor) { return RESULT(close(descriptor)); }

static uint32_t kind(const struct stat *status) {
  switch (status->st_mode & S_IFMT) {
    case S_IFREG: return APUS_REGULAR_FILE;
    case S_IFDIR: return APUS_FOLDER;
    case S_IFLNK: return APUS_LINK;
    case S_IFCHR:
    case S_IFBLK: return APUS_DEVICE;
    case S_IFIFO: return APUS_PIPE;
    case S_IFSOCK: return APUS_SOCKET;
    default: return APUS_OTHER_FILE;
  }
}

int64_t apus_file_kind(const char *path) {
  struct stat status;
  return stat(path, &status) < 0 ? apus_failure(errno) : (int64_t)kind(&status);
}

static int64_t tell(const struct stat *found, apus_file_status *status) {
  *status = (apus_file_status){.device = (uint64_t)found->st_dev, .inode = found->st_ino,
                               .link_count = found->st_nlink, .size = found->st_size,
                               .kind = kind(found), .mode = found->st_mode & 07777,
                               .owner = found->st_uid, .group = found->st_gid,
                               .block_count = (uint64_t)found->st_blocks,
                               .modified_seconds = modified(found).tv_sec,
                               .modified_nanoseconds = (uint32_t)modified(found).tv_nsec};
  return 0;
}

int64_t apus_status_in(int folder, const char *name, apus_file_status *status) {
  struct stat found;
  if (fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) < 0) return apus_failure(errno);
  return tell(&found, status);
}

int64_t apus_status_of(int descriptor, apus_file_status *status) {
  struct stat found;
  return fstat(descriptor, &found) < 0 ? apus_failure(errno) : tell(&found, status);
}

/* Few users may change an owner, more may change a group. A new owner removes permissions, so they
 * are set last. */
int64_t apus_take_over(int descriptor, uint32_t owner, uint32_t group, unsigned mode) {
  bool is_own = fchown(descriptor, owner, group) == 0;
  if (!is_own) is_own = fchown(descriptor, (uid_t)-1, group) == 0;
  /* The permissions of one group are not given to another one. */
  if (!is_own) mode &= ~(unsigned)S_IRWXG;
  return RESULT(fchmod(descriptor, (mode_t)mode));
}

uint32_t apus_user(void) { return geteuid(); }

static int64_t stamp_parts(const struct stat *status, int64_t stamp[APUS_STAMP_COUNT]) {
  stamp[0] = (int64_t)status->st_dev;
  stamp[1] = (int64_t)status->st_ino;
  stamp[2] = status->st_size;
  stamp[3] = modified(status).tv_sec;
  stamp[4] = modified(status).tv_nsec;
  stamp[5] = changed(status).tv_sec;
  stamp[6] = changed(status).tv_nsec;
  return 0;
}

int64_t apus_file_stamp(const char *path, int64_t stamp[APUS_STAMP_COUNT]) {
  struct stat status;
  return stat(path, &status) < 0 ? apus_failure(errno) : stamp_parts(&status, stamp);
}

int64_t apus_open_file_stamp(int descriptor, int64_t stamp[APUS_STAMP_COUNT]) {
  struct stat status;
  return fstat(descriptor, &status) < 0 ? apus_failure(errno) : stamp_parts(&status, stamp);
}

/* Lists an open folder and closes it, or returns the failure to open it. */
static int64_t list(int64_t descriptor, void *context,
                    bool (*visit)(void *context, const char *name)) {
  if (descriptor < 0) return descriptor;
  DIR *folder = fdopendir((int)descriptor);
  if (folder == NULL) {
    int failure = errno;
    close((int)descriptor);
    return apus_failure(failure);
  }
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
  return apus_failure(failure);
}

int64_t apus_list_folder(const char *path, void *context,
                         bool (*visit)(void *context, const char *name)) {
  return list(apus_open_folder(path), context, visit);
}

int64_t apus_list_folder_in(int folder, const char *name, void *context,
                            bool (*visit)(void *context, const char *name)) {
  return list(apus_open_folder_in(folder, name), context, visit);
}
