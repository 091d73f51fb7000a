internal import CApusZlib

/// One stream of zlib that compresses.
///
/// zlib keeps the address of its stream, so the stream is on the heap and never moves.
@safe
final class DeflateStream {
  /// The treatment of the input after it has been consumed.
  enum Flush {
    /// It waits until there is enough to make good blocks of.
    case none
    /// All of it can be decompressed from the output so far.
    case sync
    /// The stream ends.
    case finish
  }

  private let stream: UnsafeMutablePointer<z_stream>

  init(_ framing: InflateStream.Framing, level: Int32) throws(HTTP.InvalidCoding) {
    // SAFETY: allocated and initialised here, freed in deinit, and not shared.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    try Self.check(unsafe apus_deflate_init(stream, level, framing.rawValue))
  }

  deinit {
    // SAFETY: the stream of init; zlib ignores a stream that it did not set up.
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Consumes all of the input and appends the output so far.
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
    // SAFETY: zlib reads within the input and writes within the free part of the output, keeps
    // neither pointer, and the counts state the used part of each.
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
