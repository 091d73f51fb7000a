internal import ApusHTTP
internal import ApusNet

/// The unsent rest of a request's body, with the source of its bytes.
struct BodyFeed {
  /// The source of the bytes of one body part.
  enum Source {
    case nothing
    case bytes([UInt8])
    case file(ReadableFile, Range<Int64>)
    /// A file whose preceding framing bytes, such as the header of a chunk, are already in the send
    /// buffer.
    case fileBegun(ReadableFile, Range<Int64>, byteCount: Int)
    /// An asynchronous sequence of pieces, whose total length is checked against the byte count if
    /// a byte count is given.
    case sequence(BodySource, byteCount: Int?)
    /// An asynchronous sequence that a producer has begun to read.
    case produced(Producer)
    /// The parts of a joined body in reverse order: the first part is the last element of the
    /// array.
    case parts([OpenedBody.Part])
  }

  var source = Source.nothing
  /// The remaining parts of a joined body in reverse order: the next part is the last element of
  /// the array.
  private var following: [OpenedBody.Part] = []
  /// The trailer fields of the body's sequences that have ended. The value is `nil` if no sequence
  /// had trailer fields.
  var trailers: HTTP.Fields?

  /// Creates a body feed without remaining bytes.
  init() {}

  init(_ source: Source) { self.source = source }

  /// Sets the remaining parts of a joined body, in reverse order.
  mutating func take(_ parts: [OpenedBody.Part]) { following = parts }

  /// Appends trailer fields to the trailer fields of the body.
  mutating func add(_ more: HTTP.Fields) {
    guard !more.isEmpty else { return }
    var all = trailers ?? HTTP.Fields()
    for field in more { all.append(field.name, field.value) }
    trailers = all
  }

  /// Makes the next part of a joined body the current source. Returns `false` if no part remains.
  mutating func takeNextPart() -> Bool {
    guard let part = following.popLast() else { return false }
    source =
      switch part {
      case .bytes(let bytes): .bytes(bytes)
      case .file(let file, let range): .file(file, range)
      case .sequence(let source, let byteCount): .sequence(source, byteCount: byteCount)
      }
    return true
  }
}
