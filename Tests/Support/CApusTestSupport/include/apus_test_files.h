/* A folder to put files into, for tests of what reads them. Each returns 0 or -errno. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Makes an empty folder that nobody else has, and writes its path, with a zero byte, to path. */
int64_t apus_test_make_folder(char *path, size_t capacity);

/* Removes a folder and all that is in it. */
int64_t apus_test_remove_folder(const char *path);

/* Makes a file of those bytes. */
int64_t apus_test_write_file(const char *path, const void *bytes, size_t count);

/* Writes those bytes into a file, in place of what it held. */
int64_t apus_test_rewrite_file(const char *path, const void *bytes, size_t count);

/* Makes a second descriptor of what another has opened, as a child of fork has one. */
int64_t apus_test_duplicate(int descriptor);

/* Removes a file. */
int64_t apus_test_remove_file(const char *path);

/* Makes a symbolic link to a target that need not exist. */
int64_t apus_test_write_link(const char *path, const char *target);
