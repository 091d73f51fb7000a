/* The system's decoder of Zstandard, callable from Swift. */
#pragma once

#if !__has_include(<zstd.h>)
#error "The trait Zstd of Apus needs the decoder's header: apt-get install libzstd-dev"
#endif

#include <stddef.h>
#include <zstd.h>
#include <zstd_errors.h>

/* One step of decompression. The counts are the available bytes before the call, and the used ones
 * after it. No pointer outlives the call. */
static inline size_t apus_zstd_decompress(
    ZSTD_DCtx *decoder, const unsigned char *input, size_t *input_count,
    unsigned char *output, size_t *output_count) {
  ZSTD_inBuffer from = {input, *input_count, 0};
  ZSTD_outBuffer to = {output, *output_count, 0};
  size_t result = ZSTD_decompressStream(decoder, &to, &from);
  *input_count = from.pos;
  *output_count = to.pos;
  return result;
}
