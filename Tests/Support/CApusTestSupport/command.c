#include "apus_test_command.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

int64_t apus_test_run(const char *line) {
  int status = system(line);
  if (status < 0) return -errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
