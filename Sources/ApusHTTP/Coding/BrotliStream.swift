#if Brotli
  internal import CApusBrotli

  /// A decompressor for one Brotli stream, with a window of at most 16 MiB.
  ///
  /// The decoder rejects the large windows of the Large Window Brotli extension.
  ///
  /// RFC 7932 section 9.1.
  @safe
  final class BrotliStream: CodedStream {
    private let decoder: OpaquePointer

    init() throws(HTTP.InvalidCoding) {
      // SAFETY: the decoder allocates with malloc because no allocation functions are passed;
      // deinit frees the decoder.
      guard let decoder = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else {
        throw .outOfMemory
      }
      unsafe self.decoder = decoder
    }

    deinit {
      // SAFETY: the pointer is the decoder that the initializer created.
      unsafe BrotliDecoderDestroyInstance(decoder)
    }

    func run(
      _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) -> (outcome: DecodingOutcome, consumed: Int) {
      // SAFETY: the decoder reads within the input and writes within the free part of the output.
      // The decoder stores neither pointer, and the counts state the used part of each buffer.
      let (result, consumed) = unsafe output.fill(
        from: input, idle: BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
      ) {
        unsafe apus_brotli_decompress(decoder, $0, &$1, $2, &$3)
      }
      switch result {
      case BROTLI_DECODER_RESULT_SUCCESS: return (.ended, consumed)
      case BROTLI_DECODER_RESULT_ERROR:
        // SAFETY: the pointer is the decoder that the initializer created.
        let code = unsafe BrotliDecoderGetErrorCode(decoder).rawValue
        // After a decoder error, the byte counts of the Brotli library are meaningless.
        return (Self.outcome(code), 0)
      default: return (.running, consumed)
      }
    }

    /// Returns `false`, because a body in the Brotli coding is a single stream.
    ///
    /// RFC 7932 section 9.
    func restart(before byte: UInt8) -> Bool { false }

    /// Converts an error code of the Brotli library to a decoding outcome.
    static func outcome(_ code: Int32) -> DecodingOutcome {
      switch code {
      case BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS.rawValue: .malformed(.header)
      // Versions of the library differ in the last codes of invalid input, which end before this.
      case (BROTLI_DECODER_ERROR_DICTIONARY_NOT_SET.rawValue + 1) ... -1: .malformed(.blocks)
      case BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES
        .rawValue...BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES.rawValue:
        .failed(.outOfMemory)
      default: .failed(.unexpectedStatus(code))
      }
    }
  }
#endif
