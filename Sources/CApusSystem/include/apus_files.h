/* Files and folders. A call returns a result, or -errno; every descriptor is close-on-exec. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A pipe is opened once somebody writes to it, or at once if that is not to be waited for. The path
 * /dev/stdin stands for standard input as it is: opened anew, a file would begin at its start, and
 * a socket could not be opened at all. */
int64_t apus_open_reading(const char *path, int waits);

int64_t apus_open_folder(const char *path);

/* Opens a folder, or a file for reading, by its name in a folder; follows no link, and does not
 * wait for the writer of a pipe. */
int64_t apus_open_folder_in(int folder, const char *name);
int64_t apus_open_reading_in(int folder, const char *name);

/* Opens a file for writing at its end, and makes it where there is none. */
int64_t apus_open_appending(const char *path, unsigned mode);

/* Opens for writing what is there, over links, and makes, cuts and replaces nothing. A pipe is
 * opened once somebody reads from it. */
int64_t apus_open_writing(const char *path);

/* Makes a file for writing that was not there, and follows no link. */
int64_t apus_create_in(int folder, const char *name, unsigned mode);

/* Makes a file for writing that has no name, and goes with its descriptor unless it is given one;
 * -EOPNOTSUPP where there is no such thing. */
int64_t apus_create_nameless(int folder, unsigned mode);

/* Gives a file without a name one; -EEXIST if that is taken. */
int64_t apus_name_in(int descriptor, int folder, const char *name);

/* Opens a file for writing that is there, and follows no link. */
int64_t apus_reopen_in(int folder, const char *name);

/* Renames within a folder; -EEXIST if the new name is taken and may not be replaced. */
int64_t apus_rename_in(int folder, const char *from, const char *to, int replacing);

/* A second name within a folder; -EEXIST if it is taken. */
int64_t apus_link_in(int folder, const char *from, const char *to);

int64_t apus_unlink_in(int folder, const char *name);

/* Reads up to count bytes: how many were read, and 0 at the end. This call and the one that writes
 * wait, also where whoever gave us the descriptor has had it not wait. */
int64_t apus_read(int descriptor, void *memory, size_t count);
int64_t apus_read_at(int descriptor, void *memory, size_t count, int64_t offset);

/* Makes a folder; -EEXIST if the name is taken. */
int64_t apus_make_folder(const char *path, unsigned mode);

/* Makes a folder in another one; -EEXIST if the name is taken. */
int64_t apus_make_folder_in(int folder, const char *name, unsigned mode);

/* Removes a folder in another one if it is empty; -ENOTEMPTY or -EEXIST otherwise. */
int64_t apus_remove_folder_in(int folder, const char *name);

/* Says that an open file was changed now. */
int64_t apus_touch(int descriptor);

/* Writes up to count bytes: how many were written. */
int64_t apus_write(int descriptor, const void *memory, size_t count);

int64_t apus_write_at(int descriptor, const void *memory, size_t count, int64_t offset);

/* Makes a file as long as that. */
int64_t apus_truncate(int descriptor, int64_t count);

/* Keeps other processes from locking the file; -EAGAIN if one has. Ends with the descriptor. */
int64_t apus_lock_file(int descriptor);

/* Lets others lock the file, also where a child that has not begun its program has a copy. */
int64_t apus_unlock_file(int descriptor);

/* Waits until what was written to a file, or the names in a folder, are on the disk. */
int64_t apus_sync(int descriptor);

/* Asks the kernel to fetch a part of a file from the disk; does not wait for it. */
int64_t apus_will_read(int descriptor, int64_t offset, int64_t count);

/* The length of a regular file; -EINVAL for anything else. */
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

/* What a path leads to: one of the kinds above, or -errno. */
int64_t apus_file_kind(const char *path);

/* What is known of a file, which may be a link. A block has 512 bytes. */
typedef struct {
  uint64_t device, inode, link_count, block_count;
  int64_t size, modified_seconds;
  uint32_t kind, mode, owner, group, modified_nanoseconds;
} apus_file_status;

/* The status of what a name in a folder names, and of an open file: 0, or -errno. */
int64_t apus_status_in(int folder, const char *name, apus_file_status *status);
int64_t apus_status_of(int descriptor, apus_file_status *status);

/* Gives a file an owner and a group as far as this process may, and then its permissions. */
int64_t apus_take_over(int descriptor, uint32_t owner, uint32_t group, unsigned mode);

/* The user that files of this process belong to. */
uint32_t apus_user(void);

/* Which file a path leads to and when it last changed, or -errno: device, inode, length, and the
 * times of the last change to its content and to itself, each in seconds and nanoseconds. */
enum { APUS_STAMP_COUNT = 7 };
int64_t apus_file_stamp(const char *path, int64_t stamp[APUS_STAMP_COUNT]);

/* The same of an open file. */
int64_t apus_open_file_stamp(int descriptor, int64_t stamp[APUS_STAMP_COUNT]);

/* Calls visit for each entry of a folder but "." and "..", until it says false: 0, or -errno. */
int64_t apus_list_folder(const char *path, void *context,
                         bool (*visit)(void *context, const char *name));

/* The same of a folder in another one, which is no link. */
int64_t apus_list_folder_in(int folder, const char *name, void *context,
                            bool (*visit)(void *context, const char *name));
