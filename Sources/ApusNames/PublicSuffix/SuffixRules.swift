/// Rules of the public suffix list as one sorted text, which is searched in place.
///
/// The text is a constant of the program: it is never unpacked, and a search for a name allocates
/// no memory. A line is one rule, with its labels from right to left:
///
///     rules = *( rule LF )
///     rule  = label *( SP label ) [ SP "*" / "!" ]
///
/// `jp kobe *` is the list's `*.kobe.jp`, and `jp kobe city!` its exception `!city.kobe.jp`. The
/// bytes that can follow a label are less than any byte of a label. So the lines are sorted as
/// plain bytes, and lines that begin with the same labels are adjacent: first the rule of just
/// these labels, then the wildcard, then the rest.
struct SuffixRules: Sendable {
  /// The lines in order, each with its end.
  let text: String

  /// The result of the rules for one name.
  struct Match {
    /// The start of the suffix in the name.
    let start: Int
    /// A Boolean value that indicates whether the rule is an exception.
    ///
    /// The suffix is then the part after its first label.
    let isException: Bool

    /// Returns whether this match prevails: an exception, or else the rule with more labels.
    func prevails(over other: Match?) -> Bool {
      guard let other else { return true }
      guard isException == other.isException else { return isException }
      return start < other.start
    }
  }

  /// Returns the match of a canonical name, or nil if no rule matches.
  ///
  /// Label by label from the right, the search is narrowed to the lines that begin with the labels
  /// so far. A line that ends there is dropped, so that `column` is inside all lines that are left.
  /// The search ends if no line is left, after one label more than the longest rule has. Each label
  /// costs two binary searches, so the length of the name does not matter.
  func match(_ name: Span<UInt8>) -> Match? {
    let text = text.utf8.span
    var lines = 0..<text.count
    var column = 0
    var match: Match?
    var end = name.count
    while end > 0 {
      let start = DomainName.labelStart(in: name, endingAt: end)
      if !lines.isEmpty, text[lines.lowerBound + column] == Self.asterisk {
        match = Match(start: start, isException: false)
      }
      let label = name.extracting(start..<end)
      lines = Self.lines(in: lines, of: text, with: label, at: column)
      guard !lines.isEmpty else { return match }
      column += label.count
      switch text[lines.lowerBound + column] {
      case Self.exclamationMark:
        return Match(start: end + 1, isException: true)
      case Self.lineFeed:
        match = Match(start: start, isException: false)
        lines = (lines.lowerBound + column + 1)..<lines.upperBound
      default:
        break
      }
      column += 1
      end = start - 1
    }
    return match
  }

  private static let lineFeed: UInt8 = 0x0a
  private static let exclamationMark: UInt8 = 0x21
  private static let asterisk: UInt8 = 0x2a
  /// The least byte of a label; the bytes that can follow a label are less.
  private static let hyphen: UInt8 = 0x2d

  /// The lines that have a label at a column, which is inside all of them.
  private static func lines(
    in lines: Range<Int>, of text: Span<UInt8>, with label: Span<UInt8>, at column: Int
  ) -> Range<Int> {
    let first = bound(in: lines, of: text) { order(of: text, at: $0 + column, to: label) < 0 }
    let rest = first..<lines.upperBound
    return first..<bound(in: rest, of: text) { order(of: text, at: $0 + column, to: label) == 0 }
  }

  /// The start of the first line that is not before the label, or the end of the lines.
  private static func bound(
    in lines: Range<Int>, of text: Span<UInt8>, isBefore: (Int) -> Bool
  ) -> Int {
    var (low, high) = (lines.lowerBound, lines.upperBound)
    while low < high {
      var start = low + (high - low) / 2
      var end = start
      while start > low, text[start - 1] != lineFeed { start -= 1 }
      if isBefore(start) {
        while text[end] != lineFeed { end += 1 }
        low = end + 1
      } else {
        high = start
      }
    }
    return low
  }

  /// Compares the text at a place with a label: negative if it sorts before, zero if equal.
  private static func order(of text: Span<UInt8>, at place: Int, to label: Span<UInt8>) -> Int {
    for index in label.indices {
      // A line's end is less than any byte of the label, so that no comparison goes past it.
      let byte = text[place + index]
      guard byte == label[index] else { return byte < label[index] ? -1 : 1 }
    }
    return text[place + label.count] < hyphen ? 0 : 1
  }
}
