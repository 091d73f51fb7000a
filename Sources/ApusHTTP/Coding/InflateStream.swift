internal import CApusZlib

/// A zlib stream that decompresses bytes.
///
/// The zlib stream is allocated on the heap and never moves, because zlib stores the address of the
/// stream.
@safe
package final class InflateStream: CodedStream {
  /// The format of the header and checksum around DEFLATE-compressed data.
  package enum Framing: Int32 {
    /// The gzip framing of RFC 1952. The zlib library reads the header, checksum and length of one
    /// gzip member.
    case gzip = 31
    /// The zlib framing of RFC 1950.
    case zlib = 15
    /// The bare DEFLATE format of RFC 1951, without a header or checksum.
    case none = -15
  }

  private let framing: Framing
  private let stream: UnsafeMutablePointer<z_stream>

  package init(_ framing: Framing) throws(HTTP.InvalidCoding) {
    self.framing = framing
    // SAFETY: the initializer allocates and initializes the stream, deinit frees it, and no other
    // instance shares it.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe apus_inflate_init(stream, framing.rawValue)
    if case .failed(let error) = Self.outcome(status) { throw error }
  }

  deinit {
    // SAFETY: the pointer is the stream that the initializer allocated; zlib ignores a stream that
    // was not set up.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Prepares the stream for another gzip member. Only a gzip member may follow a gzip member, so
  /// the decoder rejects zero padding.
  ///
  /// RFC 1952 section 2.2.
  func restart(before byte: UInt8) -> Bool {
    guard framing == .gzip, byte == 0x1f else { return false }
    // SAFETY: the pointer is the stream that the initializer allocated.
    unsafe inflateReset(stream)
    return true
  }

  /// Decompresses bytes until the input is consumed, the output buffer is full, or the zlib stream
  /// ends.
  package func run(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) -> (outcome: DecodingOutcome, consumed: Int) {
    // SAFETY: zlib reads within the input and writes within the free part of the output. The
    // library stores neither pointer, and the counts state the used part of each buffer.
    let (status, consumed) = unsafe output.fill(from: input, idle: Z_OK) {
      unsafe apus_inflate(stream, $0, &$1, $2, &$3)
    }
    // SAFETY: a message of zlib is `nil` or a constant C string in the code of zlib.
    let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
    return (Self.outcome(status, message), consumed)
  }

  /// Converts a status code of zlib to a decoding outcome. The error message of zlib distinguishes
  /// the kinds of data errors.
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
  /// Creates a fault from an error message of zlib, such as an incorrect header check.
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
