/* Files and folders. A call returns a result, or -errno; every descriptor is close-on-exec. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A pipe is opened once somebody writes to it, or at once if that is not to be waited for. */
int64_t apus_open_reading(const char *path, int waits);

int64_t apus_open_folder(const char *path);

/* Opens a file for writing at its end, and makes it where there is none. */
int64_t apus_open_appending(const char *path, unsigned mode);

/* Makes a file for writing that was not there, and follows no link. */
int64_t apus_create_in(int folder, const char *name, unsigned mode);

/* Renames within a folder; -EEXIST if the new name is taken and may not be replaced. */
int64_t apus_rename_in(int folder, const char *from, const char *to, int replacing);

/* A second name within a folder; -EEXIST if it is taken. */
int64_t apus_link_in(int folder, const char *from, const char *to);

int64_t apus_unlink_in(int folder, const char *name);

/* Reads up to count bytes: how many were read, and 0 at the end. */
int64_t apus_read(int descriptor, void *memory, size_t count);
int64_t apus_read_at(int descriptor, void *memory, size_t count, int64_t offset);

/* Writes up to count bytes: how many were written. */
int64_t apus_write(int descriptor, const void *memory, size_t count);

/* Waits until what was written to a file, or the names in a folder, are on the disk. */
int64_t apus_sync(int descriptor);

/* Asks the kernel to fetch a part of a file from the disk; does not wait for it. */
int64_t apus_will_read(int descriptor, int64_t offset, int64_t count);

/* The length of a regular file; -EINVAL for anything else. */
int64_t apus_file_size(int descriptor);

int64_t apus_close(int descriptor);

enum { APUS_OTHER_FILE, APUS_REGULAR_FILE, APUS_FOLDER };

/* What a path leads to: one of the kinds above, or -errno. */
int64_t apus_file_kind(const char *path);

/* Which file a path leads to and when it last changed, or -errno: device, inode, length, and the
 * times of the last change to its content and to itself, each in seconds and nanoseconds. */
enum { APUS_STAMP_COUNT = 7 };
int64_t apus_file_stamp(const char *path, int64_t stamp[APUS_STAMP_COUNT]);

/* Calls visit for each entry of a folder but "." and "..", until it says false: 0, or -errno. */
int64_t apus_list_folder(const char *path, void *context,
                         bool (*visit)(void *context, const char *name));
