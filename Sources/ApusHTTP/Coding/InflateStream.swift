internal import CApusZlib

/// One stream of zlib that decompresses.
///
/// zlib keeps the address of its stream, so the stream is on the heap and never moves.
@safe
package final class InflateStream: CodedStream {
  /// The framing around the compressed blocks.
  package enum Framing: Int32 {
    /// RFC 1952: one member, its header, checksum and length read by zlib.
    case gzip = 31
    /// RFC 1950.
    case zlib = 15
    /// RFC 1951: none.
    case none = -15
  }

  private let framing: Framing
  private let stream: UnsafeMutablePointer<z_stream>

  package init(_ framing: Framing) throws(HTTP.InvalidCoding) {
    self.framing = framing
    // SAFETY: allocated and initialised here, freed in deinit, and not shared.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe apus_inflate_init(stream, framing.rawValue)
    if case .failed(let error) = Self.outcome(status) { throw error }
  }

  deinit {
    // SAFETY: the stream of init; zlib ignores a stream that it did not set up.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Only members of gzip are joined, and no other bytes follow one: not even the zeros that pad
  /// tapes.
  ///
  /// RFC 1952 section 2.2.
  func restart(before byte: UInt8) -> Bool {
    guard framing == .gzip, byte == 0x1f else { return false }
    // SAFETY: the stream of init.
    unsafe inflateReset(stream)
    return true
  }

  /// Decompresses until the input is used up, the room is full or the stream has ended.
  package func run(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) -> (outcome: DecodingOutcome, consumed: Int) {
    // SAFETY: zlib reads within the input and writes within the free part of the output, keeps
    // neither pointer, and the counts state the used part of each.
    let (status, consumed) = unsafe output.fill(from: input, idle: Z_OK) {
      unsafe apus_inflate(stream, $0, &$1, $2, &$3)
    }
    // SAFETY: the message, if there is one, is a C string that is part of zlib's code.
    let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
    return (Self.outcome(status, message), consumed)
  }

  /// The meaning of a status of zlib; the text with it distinguishes data errors.
  static func outcome(_ status: Int32, _ message: String? = nil) -> DecodingOutcome {
    switch status {
    case Z_OK, Z_BUF_ERROR: .running
    case Z_STREAM_END: .ended
    case Z_NEED_DICT: .malformed(.dictionary)
    case Z_DATA_ERROR: .malformed(HTTP.InvalidCoding.Fault(message ?? ""))
    case Z_MEM_ERROR: .failed(.outOfMemory)
    default: .failed(.unexpectedStatus(status))
    }
  }
}

extension HTTP.InvalidCoding.Fault {
  /// The fault that zlib has put into words.
  init(_ message: String) {
    self =
      switch message {
      case "incorrect header check", "unknown compression method", "invalid window size",
        "unknown header flags set":
        .header
      case "header crc mismatch": .headerChecksum
      case "incorrect data check": .checksum
      case "incorrect length check": .length
      default: .blocks
      }
  }
}
