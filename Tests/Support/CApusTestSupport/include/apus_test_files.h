/* A temporary folder for tests of code that reads files. Each call returns 0 or -errno. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Creates a unique empty folder, and writes its path, with a zero byte, to path. */
int64_t apus_test_make_folder(char *path, size_t capacity);

/* Removes a folder with its content. */
int64_t apus_test_remove_folder(const char *path);

/* Creates a file with the bytes. */
int64_t apus_test_write_file(const char *path, const void *bytes, size_t count);

/* Replaces the content of a file by the bytes. */
int64_t apus_test_rewrite_file(const char *path, const void *bytes, size_t count);

/* Duplicates an open descriptor, as in a child of fork. */
int64_t apus_test_duplicate(int descriptor);

/* Removes a file. */
int64_t apus_test_remove_file(const char *path);

/* Creates a symbolic link to a target that need not exist. */
int64_t apus_test_write_link(const char *path, const char *target);
