#define _DEFAULT_SOURCE
#include "apus_memory.h"

#include <string.h>

void apus_wipe(void *memory, size_t count) { explicit_bzero(memory, count); }
