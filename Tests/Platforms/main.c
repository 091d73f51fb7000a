/* The C shim on another system: main FOLDER, an empty folder. Error numbers are those of Linux. */
#include <string.h>

#include "../Shim/shim.h"
#include "apus_files.h"
#include "apus_names.h"
#include "apus_random.h"
#include "apus_sockets.h"
#include "apus_system.h"
#include "apus_threads.h"

long checks, failures;
uint64_t seed = 20260101;

static int folder;

/* ---- sockets and the poller ---- */

enum { poller_limit = 5000 };

/* Waits until a poller has reported the wanted readiness of a token. */
static uint64_t ready_of(int poller, uint64_t token, uint64_t wanted) {
  uint64_t ready = 0;
  for (int round = 0; round < 100 && (ready & wanted) != wanted; round++) {
    apus_event events[8];
    int64_t count = apus_poller_wait(poller, events, 8, poller_limit);
    if (count <= 0) break;
    for (int64_t i = 0; i < count; i++) {
      if (events[i].token == token) ready |= events[i].ready;
    }
  }
  return ready;
}

/* Takes the pending events. */
static void settle(int poller) {
  apus_event events[8];
  while (apus_poller_wait(poller, events, 8, 20) > 0) {}
}

static int64_t receive_all(int poller, int socket, char *text, int64_t wanted) {
  int64_t count = 0;
  for (int round = 0; round < 1000 && count < wanted; round++) {
    int64_t got = apus_receive(socket, text + count, (size_t)(wanted - count));
    if (got == 0) break;
    if (got > 0) count += got;
    if (got == -11) ready_of(poller, 7, APUS_READY_INPUT);
    if (got < 0 && got != -11) return got;
  }
  return count;
}

/* The form of 127.0.0.1 or of ::1 with port 0. */
static size_t loopback(int family, uint8_t form[28]) {
  memset(form, 0, 28);
  const uint16_t number = (uint16_t)family;
  memcpy(form, &number, 2);
  if (family == 2) return form[4] = 127, form[7] = 1, 16;
  return form[23] = 1, 28;
}

static void test_connection(int family) {
  uint8_t form[128] = {0}, own[128] = {0}, peer[128] = {0};
  const size_t form_count = loopback(family, form);
  int listener = (int)apus_socket(family);
  CHECK(listener > 2, "socket of family %d", family);
  CHECK(apus_set_option(listener, APUS_REUSE_ADDRESS, 1) == 0, "reuse");
  int64_t bound = apus_bind(listener, form, form_count);
  if (family == 10 && bound == -99) return (void)apus_close(listener);
  CHECK(bound == 0, "bind: %lld", (long long)bound);
  CHECK(apus_listen(listener, 8) == 0, "listen");
  CHECK(apus_accept(listener) == -11, "nobody to accept");
  CHECK(apus_socket_address(listener, 0, form, sizeof form) == (int64_t)form_count, "address");
  CHECK((form[2] | form[3]) != 0 && form[0] == family && form[1] == 0, "its form");

  int poller = (int)apus_poller_open(), second = (int)apus_socket(family);
  CHECK(poller > 2, "poller");
  CHECK(apus_bind(second, form, form_count) == -98, "an address in use");
  apus_close(second);
  CHECK(apus_poller_add(poller, listener, 5) == 0, "add");
  int client = (int)apus_socket(family);
  int64_t begun = apus_connect(client, form, form_count);
  CHECK(begun == 0 || begun == -115, "connect: %lld", (long long)begun);
  CHECK(apus_poller_add(poller, client, 6) == 0, "add");
  CHECK(ready_of(poller, 6, APUS_READY_OUTPUT) & APUS_READY_OUTPUT, "connected");
  CHECK(apus_take_socket_error(client) == 0 && apus_has_peer(client) == 0, "a peer");
  int server = -11;
  for (int round = 0; round < 100 && server == -11; round++) {
    server = (int)apus_accept(listener);
    if (server == -11) ready_of(poller, 5, APUS_READY_INPUT);
  }
  CHECK(server > 2, "accept: %d", server);
  CHECK(apus_poller_add(poller, server, 7) == 0, "add");
  CHECK(apus_socket_address(client, 0, own, sizeof own) == (int64_t)form_count, "own address");
  CHECK(apus_socket_address(server, 1, peer, sizeof peer) == (int64_t)form_count, "peer's address");
  CHECK(memcmp(own, peer, form_count) == 0, "both sides have one address");

  const apus_option options[] = {APUS_NO_DELAY, APUS_KEEP_ALIVE, APUS_KEEP_ALIVE_IDLE,
                                 APUS_KEEP_ALIVE_INTERVAL, APUS_KEEP_ALIVE_COUNT, APUS_USER_TIMEOUT,
                                 APUS_SEND_BUFFER, APUS_RECEIVE_BUFFER};
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
    const int value = options[i] == APUS_USER_TIMEOUT ? 1500 : i < 2 ? 1 : i < 5 ? 7 : 65536;
    CHECK(apus_set_option(client, options[i], value) == 0, "option %d", (int)options[i]);
  }

  char text[64] = {0};
  CHECK(apus_receive(server, text, sizeof text) == -11, "nothing was sent");
  CHECK(apus_peek(server) == -11, "nothing to see");
  CHECK(apus_send_three(client, "ab", 2, "", 0, "cde", 3) == 5, "send three");
  CHECK(receive_all(poller, server, text, 5) == 5 && memcmp(text, "abcde", 5) == 0, "received");
  settle(poller);
  apus_event events[8];
  CHECK(apus_send(client, "f", 1) == 1, "send");
  CHECK(ready_of(poller, 7, APUS_READY_INPUT) & APUS_READY_INPUT, "an edge");
  settle(poller);
  int64_t repeated = apus_poller_wait(poller, events, 8, 0);
#if defined(APUS_STAND_IN_KQUEUE)
  /* Over poll(2), an event may be repeated. */
  repeated = 0;
#endif
  CHECK(repeated == 0, "an edge is reported once");
  CHECK(apus_send(client, "g", 1) == 1, "send");
  CHECK(ready_of(poller, 7, APUS_READY_INPUT) & APUS_READY_INPUT, "the next edge");
  CHECK(apus_peek(server) == 1, "peek");
  CHECK(receive_all(poller, server, text, 2) == 2 && memcmp(text, "fg", 2) == 0, "received");
  CHECK(apus_unacknowledged(client) >= 0, "unacknowledged");

  int file = (int)apus_create_in(folder, "sent", 0600);
  CHECK(apus_write(file, "0123456789", 10) == 10, "write");
  CHECK(apus_send_file(client, file, 3, 4) == 4, "send file");
  CHECK(receive_all(poller, server, text, 4) == 4 && memcmp(text, "3456", 4) == 0, "of the file");
  apus_close(file);
  CHECK(apus_unlink_in(folder, "sent") == 0, "unlink");

  CHECK(apus_finish_sending(client) == 0, "finish");
  CHECK(ready_of(poller, 7, APUS_READY_UNUSUAL) & APUS_READY_UNUSUAL, "the peer's end");
  CHECK(apus_receive(server, text, 1) == 0 && apus_peek(server) == 0, "the end");
  CHECK(apus_discard_on_close(server) == 0, "discard");
  CHECK(apus_poller_remove(poller, server) == 0, "remove");
  apus_close(server);
  CHECK(ready_of(poller, 6, APUS_READY_UNUSUAL) & APUS_READY_UNUSUAL, "a reset");
  int64_t sent = apus_send(client, "late", 4);
  CHECK(sent == -32 || sent == -104, "a late send, and no signal: %lld", (long long)sent);
  apus_close(client);
  apus_close(listener);

  /* The listener is closed now. */
  client = (int)apus_socket(family);
  begun = apus_connect(client, form, form_count);
  if (begun == -115) {
    apus_poller_add(poller, client, 8);
    ready_of(poller, 8, APUS_READY_OUTPUT);
    begun = apus_take_socket_error(client);
  }
  CHECK(begun == -111, "refused: %lld", (long long)begun);
  apus_close(client);
  apus_close(poller);
}

static void test_path_address(const char *path) {
  uint8_t form[APUS_LONGEST_SOCKET_PATH + 3] = {1, 0}, found[128] = {0};
  const size_t count = strlen(path) + 3;
  if (count > sizeof form) return;
  memcpy(form + 2, path, count - 2);
  int listener = (int)apus_socket(1);
  CHECK(apus_bind(listener, form, count) == 0, "bind to a path");
  int64_t found_count = apus_socket_address(listener, 0, found, sizeof found);
  CHECK(found_count >= (int64_t)count - 1 && memcmp(form, found, count - 1) == 0, "its form");
  apus_close(listener);
  CHECK(apus_socket(99) == -97, "no such family");
}

static void *ring(void *wake) {
  apus_thread_enter("ringer", 1);
  apus_wake(*(int *)wake);
  return NULL;
}

static void test_wake_and_timer(void) {
  int poller = (int)apus_poller_open();
  int wake = (int)apus_wake_open(poller), timer = (int)apus_timer_open(poller);
  CHECK(wake > 2 && timer > 2, "wake and timer");
  settle(poller);
  for (int round = 0; round < 3; round++) {
    CHECK(apus_thread_start(256 << 10, ring, &wake) == 0, "thread");
    CHECK(ready_of(poller, APUS_WAKE_TOKEN, APUS_READY_INPUT) & APUS_READY_INPUT, "woken");
  }
  const uint64_t start = apus_monotonic_nanoseconds();
  CHECK(apus_timer_set(timer, start + 3600000000000u) == 0, "set");
  CHECK(apus_timer_set(timer, start + 30000000u) == 0, "set again");
  CHECK(ready_of(poller, APUS_TIMER_TOKEN, APUS_READY_INPUT) & APUS_READY_INPUT, "timer");
  CHECK(apus_monotonic_nanoseconds() >= start + 30000000u, "never early");
  CHECK(apus_timer_set(timer, 0) == 0, "long ago");
  CHECK(ready_of(poller, APUS_TIMER_TOKEN, APUS_READY_INPUT) & APUS_READY_INPUT, "at once");
  apus_event event;
  CHECK(apus_poller_wait(poller, &event, 1, 10) == 0, "a limit");
  apus_close(poller);
  CHECK(apus_wake(wake) >= 0, "a wake outlives its poller");
  apus_close(wake);
  apus_close(timer);
}

/* ---- files ---- */

static bool count_name(void *context, const char *name) {
  *(int *)context += strcmp(name, "one") == 0 ? 1 : 100;
  return true;
}

static void test_files(const char *path) {
  char text[16] = {0};
  apus_file_status status;
  int64_t stamp[APUS_STAMP_COUNT], again[APUS_STAMP_COUNT];
  CHECK(apus_open_reading("/missing", 0) == -2, "no such file");
  CHECK(apus_reopen_in(folder, "one") == -2, "no such name");
  int file = (int)apus_create_in(folder, "one", 0640);
  CHECK(file > 2 && apus_create_in(folder, "one", 0640) == -17, "create");
  CHECK(apus_write(file, "hello", 5) == 5 && apus_write_at(file, "J", 1, 0) == 1, "write");
  CHECK(apus_read_at(file, text, 8, 1) == 4 && memcmp(text, "ello", 4) == 0, "read");
  CHECK(apus_file_size(file) == 5 && apus_file_size(folder) == -22, "size");
  CHECK(apus_sync(file) == 0 && apus_truncate(file, 3) == 0, "sync and truncate");
  CHECK(apus_will_read(file, 0, 3) == 0, "will read");
  CHECK(apus_open_file_stamp(file, stamp) == 0 && apus_status_of(file, &status) == 0, "status");
  CHECK(status.kind == APUS_REGULAR_FILE && status.size == 3 && status.link_count == 1 &&
            status.owner == apus_user() && status.modified_seconds == stamp[3] &&
            stamp[0] == (int64_t)status.device && stamp[1] == (int64_t)status.inode,
        "what is known of it");
  CHECK(apus_touch(file) == 0 && apus_open_file_stamp(file, again) == 0 && again[1] == stamp[1],
        "touch");
  CHECK(apus_take_over(file, status.owner, status.group, 0600) == 0, "take over");
  CHECK(apus_status_in(folder, "one", &status) == 0 && status.mode == 0600, "mode");
  int other = (int)apus_open_reading_in(folder, "one");
  CHECK(apus_lock_file(file) == 0 && apus_lock_file(other) == -11, "lock");
  CHECK(apus_unlock_file(file) == 0 && apus_lock_file(other) == 0, "unlock");
  apus_close(other);
  CHECK(apus_link_in(folder, "one", "two") == 0, "link");
  CHECK(apus_rename_in(folder, "two", "one", 0) == -17, "a name that is taken");
  CHECK(apus_unlink_in(folder, "two") == 0, "unlink");
  CHECK(apus_rename_in(folder, "one", "two", 0) == 0, "rename");
  CHECK(apus_rename_in(folder, "two", "one", 1) == 0, "replace");
  int64_t nameless = apus_create_nameless(folder, 0600);
  CHECK(nameless > 2 || nameless == -95, "nameless: %lld", (long long)nameless);
  if (nameless > 2) {
    CHECK(apus_name_in((int)nameless, folder, "one") == -17, "a name that is taken");
    apus_close((int)nameless);
  }
  int count = 0;
  CHECK(apus_list_folder(path, &count, count_name) == 0 && count == 1, "list");
  CHECK(apus_file_kind(path) == APUS_FOLDER && apus_file_kind("/dev/null") == APUS_DEVICE, "kinds");
  CHECK(apus_make_folder_in(folder, "in", 0700) == 0, "make a folder");
  CHECK(apus_make_folder_in(folder, "in", 0700) == -17, "a folder that is there");
  CHECK(apus_remove_folder_in(folder, "in") == 0, "remove a folder");
  CHECK(apus_unlink_in(folder, "one") == 0, "unlink");
  CHECK(apus_close(file) == 0 && apus_close(file) == -9, "close");
}

/* ---- the rest of the system ---- */

static void test_facts(void) {
  char text[256], again[256];
#if defined(__linux__)
  const char name[] = "Linux";
#else
  const char name[] = "macOS";
#endif
  CHECK(apus_system_fact(APUS_SYSTEM_NAME, text, sizeof text) == 5, "the length of a name");
  CHECK(memcmp(text, name, 5) == 0, "the system's name");
  CHECK(apus_system_fact(APUS_SYSTEM_NAME, text, 2) == 2, "no more than the capacity");
  int64_t length = apus_system_fact(APUS_KERNEL_RELEASE, text, sizeof text);
  CHECK(length > 0 && text[0] >= '0' && text[0] <= '9', "the kernel's release");
  CHECK(apus_system_fact(APUS_PROGRAM_NAME, text, sizeof text) > 0, "the program's name");
  length = apus_system_fact(APUS_BOOT_ID, text, sizeof text);
  CHECK(length == 36, "the length of a UUID: %lld", (long long)length);
  CHECK(apus_system_fact(APUS_BOOT_ID, again, sizeof again) == length &&
            memcmp(text, again, 36) == 0,
        "one boot has one number");
}

static void test_system(const char *path) {
  uint8_t first[1000] = {0}, second[1000] = {0}, same[16];
  CHECK(apus_random(first, sizeof first) == 0 && apus_random(second, sizeof second) == 0, "random");
  CHECK(memcmp(first, second, sizeof first) != 0, "two fills differ");
  memset(same, 0, sizeof same);
  for (size_t at = 0; at + sizeof same <= sizeof first; at += sizeof same) {
    CHECK(memcmp(first + at, same, sizeof same) != 0, "no part is left out");
  }
  apus_wipe(first, sizeof first);
  CHECK(is_zero(first, sizeof first), "wipe");
  char text[256];
  CHECK(apus_error_text(2, text, sizeof text) == 25, "the length of an error text");
  CHECK(strcmp(text, "No such file or directory") == 0, "an error text");
  CHECK(apus_error_text(98, text, sizeof text) >= 14 && memcmp(text, "Address", 7) == 0,
        "an error text whose number differs: %s", text);
  CHECK(apus_wall_clock_seconds() > 1700000000, "the date");
  CHECK(apus_wall_clock_milliseconds() / 1000 >= apus_wall_clock_seconds() - 2, "the date");
  CHECK(apus_processor_count() >= 1, "processors");
  CHECK(apus_environment("PATH", text, sizeof text) > 0, "a variable");
  CHECK(apus_environment("APUS_MISSING", text, sizeof text) == -1, "none");
  CHECK(apus_argument(0) != NULL && apus_argument(1) != NULL, "arguments");
  CHECK(apus_argument(1) != NULL && strcmp(apus_argument(1), path) == 0, "the first argument");
  CHECK(apus_argument(2) == NULL && apus_argument(-1) == NULL, "no more of them");
  test_facts();
  CHECK(apus_has_free_descriptors(3) != 0, "descriptors");
  apus_address found[8];
  CHECK(apus_resolve("127.0.0.1", found, 8) == 1 && found[0].low == 0x7f000001, "resolve");
  CHECK(apus_interface("nothing-of-the-kind") < 0, "no such interface");
  int64_t routes = apus_routes_open(APUS_ROUTES_ASKS);
  CHECK(routes > 2 || routes == -95 || routes == -97, "routes: %lld", (long long)routes);
  if (routes > 2) apus_close((int)routes);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  const char *path = arguments[1];
  char socket_path[200];
  folder = (int)apus_open_folder(path);
  CHECK(folder > 2, "a folder");
  test_system(path);
  test_files(path);
  test_connection(2);
  test_connection(10);
  snprintf(socket_path, sizeof socket_path, "%s/s", path);
  test_path_address(socket_path);
  test_wake_and_timer();
  test_vectors();
  printf("%ld checks, %ld failures\n", checks, failures);
  return failures != 0;
}
