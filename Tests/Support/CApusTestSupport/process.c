#define _GNU_SOURCE
#include "apus_test_process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
static const char own_descriptors[] = "/proc/self/fd";
#else
static const char own_descriptors[] = "/dev/fd";
#endif

/* The runtime opens one for each kind of timer on first use. Our code opens none. */
static int is_timer(DIR *folder, const char *name) {
  char target[64];
  ssize_t count = readlinkat(dirfd(folder), name, target, sizeof target);
  static const char timer[] = "anon_inode:[timerfd]";
  return count == sizeof timer - 1 && memcmp(target, timer, sizeof timer - 1) == 0;
}

static int64_t count_descriptors(int only_inherited) {
  DIR *folder = opendir(own_descriptors);
  if (folder == NULL) return -errno;
  int64_t count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    int descriptor = atoi(entry->d_name);
    if (entry->d_name[0] == '.' || descriptor == dirfd(folder)) continue;
    if (!only_inherited && is_timer(folder, entry->d_name)) continue;
    int flags = fcntl(descriptor, F_GETFD);
    count += flags >= 0 && (!only_inherited || (descriptor > 2 && !(flags & FD_CLOEXEC)));
  }
  closedir(folder);
  return count;
}

int64_t apus_test_descriptors(void) { return count_descriptors(0); }

int64_t apus_test_inherited_descriptors(void) { return count_descriptors(1); }

/* The runtime occasionally inspects its threads, and closes that descriptor immediately. */
static int is_borrowed(int descriptor) {
  char path[32], target[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(path, target, sizeof target);
  return count > 6 && memcmp(target, "/proc/", 6) == 0;
}

int64_t apus_test_limit_descriptors(int count) {
  struct rlimit limits;
  if (getrlimit(RLIMIT_NOFILE, &limits) < 0) return -errno;
  limits.rlim_cur = (rlim_t)count;
  return setrlimit(RLIMIT_NOFILE, &limits) < 0 ? -errno : 0;
}

int64_t apus_test_take_descriptor(void) {
  int descriptor = fcntl(0, F_DUPFD_CLOEXEC, 0);
  return descriptor < 0 ? -errno : descriptor;
}

int64_t apus_test_exhaust_descriptors(void) {
  enum { limit = 200 };
  struct rlimit limits;
  if (getrlimit(RLIMIT_NOFILE, &limits) < 0) return -errno;
  limits.rlim_cur = limit;
  if (setrlimit(RLIMIT_NOFILE, &limits) < 0) return -errno;
  /* A descriptor that is closed later would be found by a test that expects none. */
  for (int borrowed = 1; borrowed;) {
    while (fcntl(0, F_DUPFD_CLOEXEC, 0) >= 0) {}
    if (errno != EMFILE) return -errno;
    borrowed = 0;
    for (int descriptor = 0; descriptor < limit; descriptor++) {
      borrowed |= is_borrowed(descriptor);
    }
    /* Otherwise it was closed in the meantime. */
    if (!borrowed) borrowed = fcntl(0, F_DUPFD_CLOEXEC, 0) >= 0;
    if (borrowed) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  return 0;
}

uint64_t apus_test_processor_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t apus_test_thread_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int64_t apus_test_file_mode(const char *path) {
  struct stat status;
  return lstat(path, &status) < 0 ? -errno : (int64_t)status.st_mode;
}

int64_t apus_test_set_mode(const char *path, unsigned mode) {
  return chmod(path, (mode_t)mode) < 0 ? -errno : 0;
}

int64_t apus_test_set_owner(const char *path, unsigned owner) {
  return chown(path, owner, owner) < 0 ? -errno : 0;
}

int64_t apus_test_file_owner(const char *path) {
  struct stat status;
  return lstat(path, &status) < 0 ? -errno : (int64_t)status.st_uid;
}

int64_t apus_test_set_environment(const char *name, const char *value) {
  return setenv(name, value, 1) < 0 ? -errno : 0;
}

void apus_test_kill(void) { raise(SIGKILL); }

int64_t apus_test_terminate(void) { return kill(getpid(), SIGTERM) < 0 ? -errno : 0; }

void apus_test_ignore_termination(void) { signal(SIGTERM, SIG_IGN); }

int64_t apus_test_signal_waits(void) {
  sigset_t waiting;
  if (sigpending(&waiting) < 0) return -errno;
  return sigismember(&waiting, SIGPIPE);
}

void apus_test_restore_pipe_signal(void) {
  sigset_t pipe_only;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &pipe_only, NULL);
}

int64_t apus_test_set_blocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 || fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) < 0 ? -errno : 0;
}

int64_t apus_test_stretch(const char *path, int64_t count) {
  return truncate(path, count) < 0 ? -errno : 0;
}

int64_t apus_test_close(int descriptor) { return close(descriptor) < 0 ? -errno : 0; }

int64_t apus_test_fork(void) {
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child > 0) return child;
  sigset_t alarm_only;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  signal(SIGALRM, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
  alarm(120);
  return 0;
}

void apus_test_leave(int status) { _exit(status); }

int64_t apus_test_await(int64_t child) {
  int status;
  while (waitpid((pid_t)child, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int64_t apus_test_make_pipe(const char *path) { return mkfifo(path, 0600) < 0 ? -errno : 0; }

int64_t apus_test_move(const char *from, const char *to) {
  return rename(from, to) < 0 ? -errno : 0;
}
