internal import ApusHTTP
internal import ApusNet

/// What is left to send of a request: a piece of the body with what stands around it, and where
/// the next pieces come from.
struct Outgoing {
  /// Where the rest of the body comes from.
  enum Source {
    case nothing
    case bytes([UInt8])
    case file(ReadableFile, Range<Int64>)
    /// A file of which what stands before it has been framed.
    case fileBegun(ReadableFile, Range<Int64>, byteCount: Int)
    case sequence(BodySource)
    /// A sequence that has been begun.
    case produced(Producer)
  }

  /// The head, or what stands before a piece.
  var before: [UInt8] = []
  var piece: [UInt8] = []
  /// What stands behind the piece.
  var after: [UInt8] = []
  var source = Source.nothing
  /// Whether nothing follows what is framed here.
  var isLast = false
  private(set) var sentCount = 0

  /// Whether something is framed that was not sent.
  var isPending: Bool { sentCount < before.count + piece.count + after.count }

  /// What comes next of the three pieces.
  struct Parts {
    let before: Range<Int>
    let piece: Range<Int>
    let after: Range<Int>
    let count: Int
  }

  /// What comes next of the three pieces, up to so many bytes.
  func parts(atMost limit: Int) -> Parts {
    let (start, end) = (before.count, before.count + piece.count)
    let count = min(limit, end + after.count - sentCount)
    let next = sentCount..<(sentCount + count)
    func part(_ lower: Int, _ upper: Int) -> Range<Int> {
      let range = next.clamped(to: lower..<upper)
      return range.lowerBound - lower..<range.upperBound - lower
    }
    return Parts(
      before: part(0, start), piece: part(start, end), after: part(end, end + after.count),
      count: count)
  }

  /// Notes that so many bytes were sent, and forgets them once all are; returns how many of them
  /// were content.
  mutating func advance(_ count: Int) -> Int {
    let content = before.count..<(before.count + piece.count)
    let sent = (sentCount..<(sentCount + count)).clamped(to: content)
    sentCount += count
    if !isPending { clear() }
    return sent.count
  }

  /// Forgets what was framed, and keeps the memory for the next head.
  mutating func clear() {
    before.removeAll(keepingCapacity: true)
    piece = []
    after.removeAll(keepingCapacity: true)
    sentCount = 0
  }

  /// Forgets the rest of the request too.
  mutating func drop() {
    clear()
    source = .nothing
    isLast = false
  }
}
