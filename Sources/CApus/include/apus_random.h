/* Randomness of the system. A call returns a result, or -errno. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Fills memory from the kernel's generator: 0, or -errno. Never fills only a part. */
int64_t apus_random(void *memory, size_t count);
