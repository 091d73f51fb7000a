/* Translates the error numbers of macOS into the numbers of Linux, and back. */
#include "platform.h"

#include "result.h"

#if !defined(__linux__)

/* The numbers that differ. Two errors of macOS may be one error of Linux: its number is translated
 * back into the first of them. */
static const struct {
  int native, linux;
} pairs[] = {
    {EDEADLK, 35},        {EAGAIN, 11},         {EINPROGRESS, 115},  {EALREADY, 114},
    {ENOTSOCK, 88},       {EDESTADDRREQ, 89},   {EMSGSIZE, 90},      {EPROTOTYPE, 91},
    {ENOPROTOOPT, 92},    {EPROTONOSUPPORT, 93},{ENOTSUP, 95},       {EOPNOTSUPP, 95},
    {EPFNOSUPPORT, 96},   {EAFNOSUPPORT, 97},   {EADDRINUSE, 98},    {EADDRNOTAVAIL, 99},
    {ENETDOWN, 100},      {ENETUNREACH, 101},   {ENETRESET, 102},    {ECONNABORTED, 103},
    {ECONNRESET, 104},    {ENOBUFS, 105},       {EISCONN, 106},      {ENOTCONN, 107},
    {ESHUTDOWN, 108},     {ETOOMANYREFS, 109},  {ETIMEDOUT, 110},    {ECONNREFUSED, 111},
    {ELOOP, 40},          {ENAMETOOLONG, 36},   {EHOSTDOWN, 112},    {EHOSTUNREACH, 113},
    {ENOTEMPTY, 39},      {EDQUOT, 122},        {ESTALE, 116},       {ENOLCK, 37},
    {ENOSYS, 38},         {EOVERFLOW, 75},      {ECANCELED, 125},    {EILSEQ, 84},
    {EBADMSG, 74},        {EPROTO, 71},         {EOWNERDEAD, 130},   {ENOTRECOVERABLE, 131},
    {ESOCKTNOSUPPORT, 94},{EUSERS, 87},         {EREMOTE, 66},       {ENOATTR, 61},
    {EIDRM, 43},          {ENOMSG, 42},         {EMULTIHOP, 72},     {ENOLINK, 67},
    {ENODATA, 61},        {ENOSR, 63},          {ENOSTR, 60},        {ETIME, 62},
};
enum { pair_count = sizeof pairs / sizeof pairs[0] };

/* The first 34 numbers are the same, except EDEADLK. The other errors of macOS get numbers that are
 * larger than all numbers of Linux. */
enum { same_count = 34, moved_by = 1000 };

int64_t apus_failure(int error) {
  for (int i = 0; i < pair_count; i++) {
    if (pairs[i].native == error) return -(int64_t)pairs[i].linux;
  }
  return -(int64_t)(error <= same_count ? error : error + moved_by);
}

int apus_native_error(int error) {
  for (int i = 0; i < pair_count; i++) {
    if (pairs[i].linux == error) return pairs[i].native;
  }
  return error > moved_by ? error - moved_by : error;
}

#endif
