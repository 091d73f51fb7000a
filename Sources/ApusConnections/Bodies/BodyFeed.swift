internal import ApusHTTP
internal import ApusNet

/// The source of the rest of a request's body.
struct BodyFeed {
  /// The source of a part.
  enum Source {
    case nothing
    case bytes([UInt8])
    case file(ReadableFile, Range<Int64>)
    /// A file; the bytes before its content have been framed.
    case fileBegun(ReadableFile, Range<Int64>, byteCount: Int)
    /// A sequence, which is checked against its length if it has one.
    case sequence(BodySource, byteCount: Int?)
    /// A sequence whose reading has begun.
    case produced(Producer)
    /// Parts in reverse order: the first one is the last element.
    case parts([OpenedBody.Part])
  }

  var source = Source.nothing
  /// The parts that follow in a joined body, the next one at the end.
  private var following: [OpenedBody.Part] = []
  /// The fields after the content, from the sequences that have ended; nil if there are none.
  var trailers: HTTP.Fields?

  /// A body without remaining bytes.
  init() {}

  init(_ source: Source) { self.source = source }

  /// Begins with the parts of a joined body.
  mutating func take(_ parts: [OpenedBody.Part]) { following = parts }

  /// Adds fields that follow the content.
  mutating func add(_ more: HTTP.Fields) {
    guard !more.isEmpty else { return }
    var all = trailers ?? HTTP.Fields()
    for field in more { all.append(field.name, field.value) }
    trailers = all
  }

  /// Takes the next part; returns false if none is left.
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
