/* The system's zlib, callable from Swift. */
#pragma once

#if !__has_include(<zlib.h>)
#error "Apus needs zlib's header: apt-get install zlib1g-dev"
#endif

#include <limits.h>
#include <stddef.h>
#include <zlib.h>

/* inflateInit2 and deflateInit2 are macros, which Swift does not import. */
static inline int apus_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

static inline int apus_deflate_init(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

/* zlib counts in unsigned int, and keeps its pointers in the stream between two calls. Here the
 * counts are size_t: the available bytes before the call, and the used ones after it. No pointer
 * outlives the call. */
static inline void apus_zlib_lend(
    z_stream *stream, const unsigned char *input, size_t *input_count,
    unsigned char *output, size_t *output_count) {
  if (*input_count > UINT_MAX) *input_count = UINT_MAX;
  if (*output_count > UINT_MAX) *output_count = UINT_MAX;
  stream->next_in = (unsigned char *)input;
  stream->avail_in = (uInt)*input_count;
  stream->next_out = output;
  stream->avail_out = (uInt)*output_count;
}

static inline void apus_zlib_return(
    z_stream *stream, size_t *input_count, size_t *output_count) {
  *input_count -= stream->avail_in;
  *output_count -= stream->avail_out;
  stream->next_in = Z_NULL;
  stream->avail_in = 0;
  stream->next_out = Z_NULL;
  stream->avail_out = 0;
}

/* One step of decompression. */
static inline int apus_inflate(
    z_stream *stream, const unsigned char *input, size_t *input_count,
    unsigned char *output, size_t *output_count) {
  apus_zlib_lend(stream, input, input_count, output, output_count);
  int status = inflate(stream, Z_NO_FLUSH);
  apus_zlib_return(stream, input_count, output_count);
  return status;
}

/* One step of compression. */
static inline int apus_deflate(
    z_stream *stream, int flush, const unsigned char *input, size_t *input_count,
    unsigned char *output, size_t *output_count) {
  apus_zlib_lend(stream, input, input_count, output, output_count);
  int status = deflate(stream, flush);
  apus_zlib_return(stream, input_count, output_count);
  return status;
}
