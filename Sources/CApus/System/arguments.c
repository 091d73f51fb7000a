#include "apus_system.h"

/* The loader gives them to each function that runs before main: no file is opened for them. */
static int count;
static char **words;

__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  words = argv;
}

const char *apus_argument(int index) { return index >= 0 && index < count ? words[index] : 0; }
