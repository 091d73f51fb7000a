/* The system's decoder of Brotli, callable from Swift. */
#pragma once

#if !__has_include(<brotli/decode.h>)
#error "The trait Brotli of Apus needs the decoder's header: apt-get install libbrotli-dev"
#endif

#include <brotli/decode.h>
#include <stddef.h>

/* One step of decompression. The counts are the available bytes before the call, and the used ones
 * after it. No pointer outlives the call. */
static inline BrotliDecoderResult apus_brotli_decompress(
    BrotliDecoderState *decoder, const unsigned char *input, size_t *input_count,
    unsigned char *output, size_t *output_count) {
  size_t input_left = *input_count;
  size_t output_left = *output_count;
  BrotliDecoderResult result = BrotliDecoderDecompressStream(
      decoder, &input_left, &input, &output_left, &output, NULL);
  *input_count -= input_left;
  *output_count -= output_left;
  return result;
}
