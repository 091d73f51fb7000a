#if Zstd
  internal import CApusZstd

  /// Frames of Zstandard that are decompressed one by one.
  ///
  ///     Magic_Number = 28 B5 2F FD, or 50 2A 4D 18 to 5F 2A 4D 18 for a skippable frame
  ///
  /// RFC 8878 section 3.1, and RFC 9659 section 3 for the size of the window.
  @safe
  final class ZstdStream: CodedStream {
    private let decoder: OpaquePointer
    /// The number of bytes of the magic number that are missing in the frame.
    private var missing = ZstdStream.magicByteCount
    /// The number of bytes up to the end of the part of the frame that the decoder is in.
    private var wanted = 1
    /// A Boolean value that indicates whether the decoder may yield more without more input.
    ///
    /// The decoder fails if it is called in vain too often.
    private var mayHaveMore = false

    /// The base-2 logarithm of the largest window, which is 8 MiB.
    private static let windowLog: Int32 = 23
    private static let magicByteCount = 4
    /// The size of a block's header, which the decoder wants together with the block before it.
    private static let blockHeaderByteCount = 3

    init() throws(HTTP.InvalidCoding) {
      // SAFETY: the decoder is freed in deinit.
      guard let decoder = unsafe ZSTD_createDCtx() else { throw .outOfMemory }
      unsafe self.decoder = decoder
      // SAFETY: the decoder of this instance.
      let result = unsafe ZSTD_DCtx_setParameter(
        decoder, ZSTD_d_windowLogMax, Self.windowLog)
      let code = Self.code(result)
      guard code == 0 else { throw .unexpectedStatus(Int32(bitPattern: code)) }
    }

    deinit {
      // SAFETY: the decoder of init.
      unsafe ZSTD_freeDCtx(decoder)
    }

    /// Decompresses one part of a frame after another: each byte of its magic number, the rest of
    /// its header, and each block.
    ///
    /// So a fault is found in the same place in any pieces. Otherwise the decoder reads a short
    /// frame that is there as a whole in one step, without the limit of the window.
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

    /// Another frame may follow, and no other bytes.
    func restart(before byte: UInt8) -> Bool { Self.beginsFrame(byte) }

    /// Returns whether a byte is the first of a frame.
    ///
    /// The system's library may also read older formats, which this excludes.
    private static func beginsFrame(_ byte: UInt8) -> Bool {
      byte == 0x28 || byte & 0xf0 == 0x50
    }

    private func step(
      _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) -> (result: (code: UInt32, wanted: Int), consumed: Int) {
      // SAFETY: the decoder reads within the input and writes within the free part of the output,
      // keeps neither pointer, and the counts state the used part of each.
      let (result, consumed) = unsafe output.fill(from: input, idle: 1) {
        unsafe apus_zstd_decompress(decoder, $0, &$1, $2, &$3)
      }
      return ((Self.code(result), result), consumed)
    }

    /// The code of an error, or 0.
    private static func code(_ result: Int) -> UInt32 { ZSTD_getErrorCode(result).rawValue }

    /// The meaning of the decoder's error codes.
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
