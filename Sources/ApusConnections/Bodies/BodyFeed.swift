internal import ApusHTTP
internal import ApusNet

/// Where the rest of a request's body comes from.
struct BodyFeed {
  /// Where a part comes from.
  enum Source {
    case nothing
    case bytes([UInt8])
    case file(ReadableFile, Range<Int64>)
    /// A file of which what stands before it has been framed.
    case fileBegun(ReadableFile, Range<Int64>, byteCount: Int)
    /// A sequence, which is held to its length if it has one.
    case sequence(BodySource, byteCount: Int?)
    /// A sequence that has been begun.
    case produced(Producer)
    /// Parts one behind the other, the first of them last.
    case parts([OpenedBody.Part])
  }

  var source = Source.nothing
  /// What follows of a body that is joined of several, the next part last.
  private var following: [OpenedBody.Part] = []

  /// A body that has nothing left.
  init() {}

  init(_ source: Source) { self.source = source }

  /// Begins with the parts of a body that is joined of several.
  mutating func take(_ parts: [OpenedBody.Part]) { following = parts }

  /// Goes on to the next part; false if none is left.
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
