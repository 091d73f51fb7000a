#if Brotli
  internal import CApusBrotli

  /// One stream of Brotli that decompresses, with a window of at most 16 MiB.
  ///
  /// Larger windows are an extension that the decoder rejects unless it is enabled.
  ///
  /// RFC 7932 section 9.1.
  @safe
  final class BrotliStream: CodedStream {
    private let decoder: OpaquePointer

    init() throws(HTTP.InvalidCoding) {
      // SAFETY: without functions of ours the decoder allocates by malloc; it is freed in deinit.
      guard let decoder = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else {
        throw .outOfMemory
      }
      unsafe self.decoder = decoder
    }

    deinit {
      // SAFETY: the decoder of init.
      unsafe BrotliDecoderDestroyInstance(decoder)
    }

    func run(
      _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) -> (outcome: DecodingOutcome, consumed: Int) {
      var consumed = input.count
      var result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
      // SAFETY: the decoder reads within the input and writes within the free part of the output,
      // keeps neither pointer, and the counts state the used part of each.
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard let start = buffer.baseAddress else {
          consumed = 0
          return
        }
        var produced = buffer.count - count
        unsafe input.withUnsafeBufferPointer { input in
          unsafe result = apus_brotli_decompress(
            decoder, input.baseAddress, &consumed, start + count, &produced)
        }
        count += produced
      }
      switch result {
      case BROTLI_DECODER_RESULT_SUCCESS: return (.ended, consumed)
      case BROTLI_DECODER_RESULT_ERROR:
        // SAFETY: the decoder of init.
        let code = unsafe BrotliDecoderGetErrorCode(decoder).rawValue
        // Then the counts have no meaning.
        return (Self.outcome(code), 0)
      default: return (.running, consumed)
      }
    }

    /// A body is one stream.
    ///
    /// RFC 7932 section 9.
    func restart(before byte: UInt8) -> Bool { false }

    /// The meaning of the decoder's error codes.
    static func outcome(_ code: Int32) -> DecodingOutcome {
      switch code {
      case BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS.rawValue: .malformed(.header)
      case BROTLI_DECODER_ERROR_FORMAT_DISTANCE.rawValue ... -1: .malformed(.blocks)
      case BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES
        .rawValue...BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES.rawValue:
        .failed(.outOfMemory)
      default: .failed(.unexpectedStatus(code))
      }
    }
  }
#endif
