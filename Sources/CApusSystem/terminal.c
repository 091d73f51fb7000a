#include "platform.h"

#include "apus_system.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "result.h"

static int terminal = -1;
static struct termios usual;

/* A signal that ends the process during the prompt restores the terminal's echo first. */
static void end_asking(int number) {
  tcsetattr(terminal, TCSAFLUSH, &usual);
  signal(number, SIG_DFL);
  raise(number);
}

/* Reads a line without its end; a line that does not fit is an error. */
static int64_t read_line(uint8_t *text, size_t capacity) {
  size_t count = 0;
  while (true) {
    uint8_t byte;
    int64_t got = RETRIED(read(terminal, &byte, 1));
    if (got < 0) return got;
    if (got == 0 || byte == '\n') return (int64_t)count;
    if (count == capacity) return apus_failure(EMSGSIZE);
    text[count++] = byte;
  }
}

int64_t apus_ask_secret(const char *question, uint8_t *text, size_t capacity) {
  static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  enum { ending_count = sizeof endings / sizeof endings[0] };
  int64_t opened = OPENED_RETRIED(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (opened < 0) return opened;
  terminal = (int)opened;
  int64_t result = RESULT(tcgetattr(terminal, &usual));
  if (result == 0) {
    struct sigaction before[ending_count], action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_asking;
    for (int i = 0; i < ending_count; i++) sigaction(endings[i], &action, &before[i]);
    struct termios silent = usual;
    silent.c_lflag &= ~(tcflag_t)ECHO;
    silent.c_lflag |= ECHONL;
    tcsetattr(terminal, TCSAFLUSH, &silent);
    if (write(terminal, question, strlen(question)) >= 0) result = read_line(text, capacity);
    tcsetattr(terminal, TCSAFLUSH, &usual);
    for (int i = 0; i < ending_count; i++) sigaction(endings[i], &before[i], NULL);
  }
  close(terminal);
  return result;
}
