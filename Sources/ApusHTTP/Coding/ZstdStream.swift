#if Zstd
  internal import CApusZstd

  /// A decompressor for Zstandard frames, which are decompressed one by one.
  ///
  ///     Magic_Number = 28 B5 2F FD, or 50 2A 4D 18 to 5F 2A 4D 18 for a skippable frame
  ///
  /// RFC 8878 section 3.1, and RFC 9659 section 3 for the size of the window.
  @safe
  final class ZstdStream: CodedStream {
    private let decoder: OpaquePointer
    /// The number of bytes of the Zstandard frame's magic number that have not arrived.
    private var missing = ZstdStream.magicByteCount
    /// The number of bytes that the decoder needs for the current frame header or block.
    private var wanted = 1
    /// A Boolean value that indicates whether the decoder may produce more output without more
    /// input.
    ///
    /// The Zstandard library reports an error after too many calls without progress.
    private var mayHaveMore = false

    /// The base-2 logarithm of the maximum window size, which is 8 MiB.
    private static let windowLog: Int32 = 23
    private static let magicByteCount = 4
    /// The size of a Zstandard block header in bytes. The decoder requests each block header
    /// together with the preceding block.
    private static let blockHeaderByteCount = 3

    init() throws(HTTP.InvalidCoding) {
      // SAFETY: deinit frees the decoder.
      guard let decoder = unsafe ZSTD_createDCtx() else { throw .outOfMemory }
      unsafe self.decoder = decoder
      // SAFETY: the pointer is the decoder of this instance.
      let result = unsafe ZSTD_DCtx_setParameter(
        decoder, ZSTD_d_windowLogMax, Self.windowLog)
      let code = Self.code(result)
      guard code == 0 else { throw .unexpectedStatus(Int32(bitPattern: code)) }
    }

    deinit {
      // SAFETY: the pointer is the decoder that the initializer created.
      unsafe ZSTD_freeDCtx(decoder)
    }

    /// Decompresses a Zstandard frame in steps: each byte of the magic number, the rest of the
    /// frame header, and each block.
    ///
    /// Because of the fixed steps, the reported offset of a fault does not depend on the network
    /// packets. The Zstandard library ignores the window limit if it receives a complete short
    /// frame at once.
    func run(
      _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) -> (outcome: DecodingOutcome, consumed: Int) {
      var taken = 0
      while taken < input.count || mayHaveMore, !output.isFull {
        if missing == Self.magicByteCount, taken < input.count, !Self.beginsFrame(input[taken]) {
          return (.malformed(.header), taken + 1)
        }
        let count = min(input.count - taken, missing > 0 ? 1 : wanted)
        let part = input.extracting(taken..<(taken + count))
        let (result, consumed) = step(part, into: &output)
        guard result.code == 0 else {
          return (Self.outcome(result.code), taken + count)
        }
        taken += consumed
        guard result.wanted > 0 else {
          missing = Self.magicByteCount
          return (.ended, taken)
        }
        missing = max(0, missing - consumed)
        mayHaveMore = output.isFull
        wanted =
          result.wanted > Self.blockHeaderByteCount
          ? result.wanted - Self.blockHeaderByteCount : result.wanted
      }
      return (.running, taken)
    }

    /// Returns whether a byte can start another Zstandard frame. Only a frame may follow a
    /// Zstandard frame.
    func restart(before byte: UInt8) -> Bool { Self.beginsFrame(byte) }

    /// Returns whether a byte is the first byte of a Zstandard frame.
    ///
    /// The system's Zstandard library may accept older Zstandard formats, so this function rejects
    /// their magic numbers.
    private static func beginsFrame(_ byte: UInt8) -> Bool {
      byte == 0x28 || byte & 0xf0 == 0x50
    }

    private func step(
      _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) -> (result: (code: UInt32, wanted: Int), consumed: Int) {
      // SAFETY: the decoder reads within the input and writes within the free part of the output.
      // The decoder stores neither pointer, and the counts state the used part of each buffer.
      let (result, consumed) = unsafe output.fill(from: input, idle: 1) {
        unsafe apus_zstd_decompress(decoder, $0, &$1, $2, &$3)
      }
      return ((Self.code(result), result), consumed)
    }

    /// Returns the error code in a result of the Zstandard library, or 0 if the result is not an
    /// error.
    private static func code(_ result: Int) -> UInt32 { ZSTD_getErrorCode(result).rawValue }

    /// Converts an error code of the Zstandard library to a decoding outcome.
    static func outcome(_ code: UInt32) -> DecodingOutcome {
      switch ZSTD_ErrorCode(code) {
      case ZSTD_error_prefix_unknown, ZSTD_error_version_unsupported,
        ZSTD_error_frameParameter_unsupported:
        .malformed(.header)
      case ZSTD_error_frameParameter_windowTooLarge: .malformed(.window)
      case ZSTD_error_dictionary_corrupted, ZSTD_error_dictionary_wrong: .malformed(.dictionary)
      case ZSTD_error_checksum_wrong: .malformed(.checksum)
      case ZSTD_error_memory_allocation: .failed(.outOfMemory)
      case ZSTD_error_corruption_detected, ZSTD_error_literals_headerWrong,
        ZSTD_error_tableLog_tooLarge, ZSTD_error_maxSymbolValue_tooLarge,
        ZSTD_error_maxSymbolValue_tooSmall, ZSTD_error_srcSize_wrong,
        ZSTD_error_dstSize_tooSmall, ZSTD_error_GENERIC:
        .malformed(.blocks)
      default: .failed(.unexpectedStatus(Int32(bitPattern: code)))
      }
    }
  }
#endif
