internal import CApusZlib

/// A zlib stream that compresses bytes.
///
/// The zlib stream is allocated on the heap and never moves, because zlib stores the address of the
/// stream.
@safe
final class DeflateStream {
  /// The flush mode of a zlib compressor.
  enum Flush {
    /// The compressor buffers its output until it can write a large compressed block.
    case none
    /// The compressor writes all buffered data, so the peer can decompress all content that was
    /// compressed so far.
    case sync
    /// The compressor writes all buffered data and ends the compressed stream.
    case finish
  }

  private let stream: UnsafeMutablePointer<z_stream>

  init(_ framing: InflateStream.Framing, level: Int32) throws(HTTP.InvalidCoding) {
    // SAFETY: the initializer allocates and initializes the stream, deinit frees it, and no other
    // instance shares it.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    try Self.check(unsafe apus_deflate_init(stream, level, framing.rawValue))
  }

  deinit {
    // SAFETY: the pointer is the stream that the initializer allocated; zlib ignores a stream that
    // was not set up.
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses the whole input and appends the compressed bytes that zlib does not buffer.
  func run(
    _ input: Span<UInt8>, _ flush: Flush, into output: inout [UInt8]
  ) throws(HTTP.InvalidCoding) {
    var taken = 0
    var isFull = true
    while isFull || taken < input.count {
      let rest = input.extracting(taken..<input.count)
      try output.append(addingCapacity: Self.roomByteCount) {
        room throws(HTTP.InvalidCoding) in
        taken += try step(rest, flush, into: &room)
        isFull = room.isFull
      }
    }
  }

  private func step(
    _ input: Span<UInt8>, _ flush: Flush, into output: inout OutputSpan<UInt8>
  ) throws(HTTP.InvalidCoding) -> Int {
    let flush =
      switch flush {
      case .none: Z_NO_FLUSH
      case .sync: Z_SYNC_FLUSH
      case .finish: Z_FINISH
      }
    // SAFETY: zlib reads within the input and writes within the free part of the output. The
    // library stores neither pointer, and the counts state the used part of each buffer.
    let (status, consumed) = unsafe output.fill(from: input, idle: Z_OK) {
      unsafe apus_deflate(stream, flush, $0, &$1, $2, &$3)
    }
    try Self.check(status)
    return consumed
  }

  private static func check(_ status: Int32) throws(HTTP.InvalidCoding) {
    switch status {
    case Z_OK, Z_BUF_ERROR, Z_STREAM_END: return
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .unexpectedStatus(status)
    }
  }

  private static let roomByteCount = 16_384
}
