internal import ApusBytes

/// A splitter of bytes into lines, which accepts the bytes incrementally.
struct LineSplitter {
  /// The kinds of line ends that the splitter recognizes.
  enum Ending {
    /// A line feed (LF), with or without a preceding carriage return (CR).
    case newline
    /// A line feed (LF), a carriage return (CR), or the sequence CR LF.
    case any
  }

  /// The maximum number of bytes of a line. The splitter rejects a line beyond the limit before it
  /// stores more bytes.
  let limit: Int
  private let ending: Ending
  private var bytes = ByteQueue()
  /// The number of buffered bytes that have been searched and contain no line end.
  private var searched = 0
  /// A Boolean value that indicates whether a line feed at the start of the buffer ends the
  /// previous line.
  private var skipsFeed = false

  init(_ ending: Ending, limit: Int) {
    self.ending = ending
    self.limit = limit
  }

  /// Appends received bytes to the buffer of the line splitter.
  mutating func append(_ piece: Span<UInt8>) { bytes.append(piece) }

  /// Returns the next complete line without its line end, or `nil` if no complete line was received
  /// yet.
  mutating func next() throws(HTTPSessionError.Reason) -> [UInt8]? {
    skipFeed()
    let (from, ending) = (searched, ending)
    let end = bytes.withBytes { LineSplitter.end(in: $0, from: from, ending) }
    // A carriage return before a line feed does not count toward the limit, but without the line
    // feed it would be text.
    guard (end ?? bytes.count) - (ending == .newline ? 1 : 0) <= limit else {
      throw .lineTooLong(limit: limit)
    }
    guard let end else {
      searched = bytes.count
      return nil
    }
    skipsFeed = ending == .any && bytes.withBytes { $0[end] == 0x0d }
    let line = try line(to: end)
    bytes.consume(end + 1)
    searched = 0
    return line
  }

  /// Returns the text after the last line end, or `nil` if no text follows the last line end.
  mutating func finish() throws(HTTPSessionError.Reason) -> [UInt8]? {
    skipFeed()
    guard !bytes.isEmpty else { return nil }
    let line = try line(to: bytes.count)
    bytes.removeAll()
    searched = 0
    return line
  }

  private mutating func skipFeed() {
    guard skipsFeed, !bytes.isEmpty else { return }
    skipsFeed = false
    if bytes.withBytes({ $0[0] == 0x0a }) { bytes.consume(1) }
  }

  private func line(to end: Int) throws(HTTPSessionError.Reason) -> [UInt8] {
    let ending = ending
    let line = bytes.withBytes { bytes in
      let hasReturn = ending == .newline && end > 0 && bytes[end - 1] == 0x0d
      return bytes.extracting(0..<(hasReturn ? end - 1 : end)).copy()
    }
    guard line.count <= limit else { throw .lineTooLong(limit: limit) }
    return line
  }

  private static func end(in bytes: Span<UInt8>, from start: Int, _ ending: Ending) -> Int? {
    var at = start
    while at < bytes.count {
      if bytes[at] == 0x0a || ending == .any && bytes[at] == 0x0d { return at }
      at &+= 1
    }
    return nil
  }
}
