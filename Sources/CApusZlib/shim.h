/* The system's zlib, as Swift can call it. */
#pragma once

#if !__has_include(<zlib.h>)
#error "Apus needs zlib's header: apt-get install zlib1g-dev"
#endif

#include <zlib.h>

/* inflateInit2 and deflateInit2 are macros, which Swift does not import. */
static inline int apus_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

static inline int apus_deflate_init(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}
