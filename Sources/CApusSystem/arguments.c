#include "platform.h"

#include "apus_system.h"

static int count;
static char **words;

#if defined(__GLIBC__) || defined(__APPLE__)

/* The loader gives them to each function that runs before main: no file is opened for them. */
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  words = argv;
}

#else

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "result.h"

/* The maximum that the kernel accepts for a new process. */
enum { longest_line = 8 << 20 };

/* Reads a file to its end: its length; 0 after an error, or if the file is longer. */
static size_t read_all(int file, char **text) {
  size_t length = 0, capacity = 0;
  while (length < longest_line) {
    if (length == capacity) {
      capacity = capacity == 0 ? 4096 : 2 * capacity;
      char *larger = realloc(*text, capacity);
      if (larger == NULL) return 0;
      *text = larger;
    }
    int64_t got = RETRIED(read(file, *text + length, capacity - length));
    if (got <= 0) return got < 0 ? 0 : length;
    length += (size_t)got;
  }
  return 0;
}

/* The loader of musl passes no arguments to functions that run before main. The file has the words
 * of the command, each with a zero at its end. They stay in memory until the process ends. */
__attribute__((constructor)) static void keep(void) {
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char *text = NULL;
  const size_t length = read_all(file, &text);
  close(file);
  size_t word_count = 0;
  for (size_t i = 0; i < length; i++) word_count += text[i] == 0;
  if (word_count == 0 || text[length - 1] != 0) return free(text);
  words = malloc(word_count * sizeof *words);
  if (words == NULL) return free(text);
  for (char *at = text; at < text + length; at++) {
    words[count++] = at;
    while (*at != 0) at++;
  }
}

#endif

const char *apus_argument(int index) { return index >= 0 && index < count ? words[index] : 0; }
