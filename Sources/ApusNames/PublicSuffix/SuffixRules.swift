/// The rules of the public suffix list as one sorted text, which is searched in place.
///
/// The text is a constant of the program. The text is never unpacked, and a search for a name
/// allocates no memory. A line is one rule, with the labels of the rule from right to left:
///
///     rules = *( rule LF )
///     rule  = label *( SP label ) [ SP "*" / "!" ]
///
/// `jp kobe *` is the list's `*.kobe.jp`, and `jp kobe city!` its exception `!city.kobe.jp`. The
/// bytes that can follow a label are less than any byte of a label. The lines are therefore sorted
/// as plain bytes, and lines that begin with the same labels are adjacent. The rule of just these
/// labels comes first, then the wildcard, then the longer rules.
struct SuffixRules: Sendable {
  /// The lines of the rules in order, each with its line end.
  let text: String

  /// The result of the rules for one name.
  struct Match {
    /// The start of the suffix in the bytes of the name.
    let start: Int
    /// A Boolean value that indicates whether the rule is an exception.
    ///
    /// The public suffix of an exception is the part after its first label.
    let isException: Bool

    /// Returns whether this match prevails over another match. An exception prevails, and otherwise
    /// the rule with more labels prevails.
    func prevails(over other: Match?) -> Bool {
      guard let other else { return true }
      guard isException == other.isException else { return isException }
      return start < other.start
    }
  }

  /// Returns the match of a canonical name. Returns `nil` if no rule matches.
  ///
  /// The search narrows, label by label from the right, to the lines that begin with the labels so
  /// far. A line that ends at a label is dropped from the search, so `column` is inside all
  /// remaining lines. The search ends if no line remains, at the latest one label after the end of
  /// the longest rule. Each label costs two binary searches, so the length of the name does not
  /// matter.
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
  /// The least byte of a label. The bytes that can follow a label are less.
  private static let hyphen: UInt8 = 0x2d

  /// Returns the lines that have a label at a column, which is inside all lines of the range.
  private static func lines(
    in lines: Range<Int>, of text: Span<UInt8>, with label: Span<UInt8>, at column: Int
  ) -> Range<Int> {
    let first = bound(in: lines, of: text) { order(of: text, at: $0 + column, to: label) < 0 }
    let rest = first..<lines.upperBound
    return first..<bound(in: rest, of: text) { order(of: text, at: $0 + column, to: label) == 0 }
  }

  /// Returns the start of the first line that does not precede the label, or the end of the lines.
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

  /// Compares the text at a position with a label. The result is negative if the text precedes the
  /// label, and zero if they are equal.
  private static func order(of text: Span<UInt8>, at place: Int, to label: Span<UInt8>) -> Int {
    for index in label.indices {
      // The line end is less than any byte of the label, so no comparison continues after the line
      // end.
      let byte = text[place + index]
      guard byte == label[index] else { return byte < label[index] ? -1 : 1 }
    }
    return text[place + label.count] < hyphen ? 0 : 1
  }
}
