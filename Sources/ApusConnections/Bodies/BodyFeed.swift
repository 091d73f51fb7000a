internal import ApusHTTP
internal import ApusNet

/// The part of a request body that has not been sent, with the source of its bytes.
struct BodyFeed {
  /// The source of the bytes of one part of a request body.
  enum Source {
    case nothing
    case bytes([UInt8])
    case file(ReadableFile, Range<Int64>)
    /// A file of the request body. The framing bytes before the file, such as a chunk header, are
    /// already in the send buffer.
    case fileBegun(ReadableFile, Range<Int64>, byteCount: Int)
    /// An asynchronous sequence of byte arrays. If a byte count is given, the total length must
    /// match the byte count.
    case sequence(BodySource, byteCount: Int?)
    /// An asynchronous sequence whose elements a background task reads in advance.
    case produced(Producer)
    /// The parts of a joined body in reverse order: the first part is the last element of the
    /// array.
    case parts([OpenedBody.Part])
  }

  var source = Source.nothing
  /// The remaining parts of a joined body in reverse order: the next part is the last element of
  /// the array.
  private var following: [OpenedBody.Part] = []
  /// The trailer fields of the completed body sequences. The value is `nil` if no sequence had
  /// trailer fields.
  var trailers: HTTP.Fields?

  /// Creates the feed of an empty request body.
  init() {}

  init(_ source: Source) { self.source = source }

  /// Sets the remaining parts of a joined request body, in reverse order.
  mutating func take(_ parts: [OpenedBody.Part]) { following = parts }

  /// Appends fields to the trailer fields of the request body.
  mutating func add(_ more: HTTP.Fields) {
    guard !more.isEmpty else { return }
    var all = trailers ?? HTTP.Fields()
    for field in more { all.append(field.name, field.value) }
    trailers = all
  }

  /// Starts the next part of a joined request body. Returns `false` if no part remains.
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
