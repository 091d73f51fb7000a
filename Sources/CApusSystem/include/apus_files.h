/* Files and folders. A call returns a result, or -errno; every descriptor is close-on-exec. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A pipe is opened once it has a writer, or immediately if waits is 0. The path /dev/stdin means
 * standard input as it is: a reopened file would begin at its start, and a socket cannot be
 * reopened. */
int64_t apus_open_reading(const char *path, int waits);

int64_t apus_open_folder(const char *path);

/* Opens a folder, or a file for reading, by its name in a folder; does not follow links, and does
 * not wait for the writer of a pipe. */
int64_t apus_open_folder_in(int folder, const char *name);
int64_t apus_open_reading_in(int folder, const char *name);

/* Opens a file for appending, and creates it if it does not exist. */
int64_t apus_open_appending(const char *path, unsigned mode);

/* Opens an existing file for writing, through links; never creates, truncates or replaces it. A
 * pipe is opened once it has a reader. */
int64_t apus_open_writing(const char *path);

/* Creates a new file for writing; does not follow links. */
int64_t apus_create_in(int folder, const char *name, unsigned mode);

/* Creates a file for writing that has no name, and is removed with its descriptor unless it gets
 * one; -EOPNOTSUPP if the system does not support this. */
int64_t apus_create_nameless(int folder, unsigned mode);

/* Gives a name to a file without one; -EEXIST if it is taken. */
int64_t apus_name_in(int descriptor, int folder, const char *name);

/* Opens an existing file for writing; does not follow links. */
int64_t apus_reopen_in(int folder, const char *name);

/* Renames within a folder; -EEXIST if the new name is taken and may not be replaced. */
int64_t apus_rename_in(int folder, const char *from, const char *to, int replacing);

/* Creates a second name within a folder; -EEXIST if it is taken. */
int64_t apus_link_in(int folder, const char *from, const char *to);

int64_t apus_unlink_in(int folder, const char *name);

/* Reads up to count bytes: returns their number, and 0 at the end. This call and apus_write wait
 * even if the descriptor is non-blocking. */
int64_t apus_read(int descriptor, void *memory, size_t count);
int64_t apus_read_at(int descriptor, void *memory, size_t count, int64_t offset);

/* Creates a folder; -EEXIST if the name is taken. */
int64_t apus_make_folder(const char *path, unsigned mode);

/* Creates a folder in another one; -EEXIST if the name is taken. */
int64_t apus_make_folder_in(int folder, const char *name, unsigned mode);

/* Removes a folder in another one if it is empty; -ENOTEMPTY or -EEXIST otherwise. */
int64_t apus_remove_folder_in(int folder, const char *name);

/* Sets the modification time of an open file to the current time. */
int64_t apus_touch(int descriptor);

/* Writes up to count bytes: returns their number. */
int64_t apus_write(int descriptor, const void *memory, size_t count);

int64_t apus_write_at(int descriptor, const void *memory, size_t count, int64_t offset);

/* Sets the length of a file. */
int64_t apus_truncate(int descriptor, int64_t count);

/* Locks the file for this descriptor; -EAGAIN if another process has locked it. Ends with the
 * descriptor. */
int64_t apus_lock_file(int descriptor);

/* Unlocks the file, even if a forked child that has not executed its program has a copy. */
int64_t apus_unlock_file(int descriptor);

/* Waits until the written bytes of a file, or the names in a folder, are on disk. */
int64_t apus_sync(int descriptor);

/* Prefetches a part of a file from disk; does not wait for it. */
int64_t apus_will_read(int descriptor, int64_t offset, int64_t count);

/* The length of a regular file; -EINVAL for any other file. */
int64_t apus_file_size(int descriptor);

int64_t apus_close(int descriptor);

enum {
  APUS_OTHER_FILE,
  APUS_REGULAR_FILE,
  APUS_FOLDER,
  APUS_LINK,
  APUS_DEVICE,
  APUS_PIPE,
  APUS_SOCKET
};

/* The kind of the file that a path leads to: one of the kinds above, or -errno. */
int64_t apus_file_kind(const char *path);

/* The status of a file, which may be a link. A block has 512 bytes. */
typedef struct {
  uint64_t device, inode, link_count, block_count;
  int64_t size, modified_seconds;
  uint32_t kind, mode, owner, group, modified_nanoseconds;
} apus_file_status;

/* Writes the status of a name in a folder, or of an open file: 0, or -errno. */
int64_t apus_status_in(int folder, const char *name, apus_file_status *status);
int64_t apus_status_of(int descriptor, apus_file_status *status);

/* Sets the owner and the group of a file if this process may, and then its permissions. */
int64_t apus_take_over(int descriptor, uint32_t owner, uint32_t group, unsigned mode);

/* The user that owns the files of this process. */
uint32_t apus_user(void);

/* Identifies the file at a path and its last change, or returns -errno: device, inode, length,
 * and the times of the last change to its content and to its status, each in seconds and
 * nanoseconds. */
enum { APUS_STAMP_COUNT = 7 };
int64_t apus_file_stamp(const char *path, int64_t stamp[APUS_STAMP_COUNT]);

/* The same of an open file. */
int64_t apus_open_file_stamp(int descriptor, int64_t stamp[APUS_STAMP_COUNT]);

/* Calls visit for each entry of a folder except "." and "..", until it returns false: 0, or
 * -errno. */
int64_t apus_list_folder(const char *path, void *context,
                         bool (*visit)(void *context, const char *name));

/* The same for a folder in another one; does not follow links. */
int64_t apus_list_folder_in(int folder, const char *name, void *context,
                            bool (*visit)(void *context, const char *name));
