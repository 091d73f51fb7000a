/// The rules of the public suffix list as one sorted text for binary search.
///
/// The text is a constant of the program and is never unpacked, so a search allocates no memory.
/// Each line is one rule, with the labels of the rule from right to left:
///
///     rules = *( rule LF )
///     rule  = label *( SP label ) [ SP "*" / "!" ]
///
/// `jp kobe *` is the list's `*.kobe.jp`, and `jp kobe city!` its exception `!city.kobe.jp`. The
/// bytes that can follow a label are less than any byte of a label. The lines are therefore sorted
/// as plain bytes, and lines that begin with the same labels are adjacent. The rule of just these
/// labels comes first, then the wildcard, then the longer rules.
struct SuffixRules: Sendable {
  /// The sorted rules of the public suffix list, one rule per line.
  let text: String

  /// The matching rule of the public suffix list for one domain name.
  struct Match {
    /// The start of the matched suffix in the bytes of the domain name.
    let start: Int
    /// A Boolean value that indicates whether the suffix rule is an exception.
    ///
    /// The public suffix of an exception is the part after its first label.
    let isException: Bool

    /// Returns whether this match has priority over another match. An exception has priority, and
    /// otherwise the rule with more labels.
    func prevails(over other: Match?) -> Bool {
      guard let other else { return true }
      guard isException == other.isException else { return isException }
      return start < other.start
    }
  }

  /// Returns the suffix rule that matches a canonical domain name. Returns `nil` if no rule
  /// matches.
  ///
  /// The search reads the labels of the name from right to left. After each label, only the lines
  /// that begin with the labels so far remain. A line that ends at a label is removed, so `column`
  /// is inside all remaining lines. The search ends if no line remains. Each label costs two binary
  /// searches.
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
  /// The smallest byte of a label. The delimiters after a label are smaller.
  private static let hyphen: UInt8 = 0x2d

  /// Returns the lines of a range that contain a given label at a column.
  private static func lines(
    in lines: Range<Int>, of text: Span<UInt8>, with label: Span<UInt8>, at column: Int
  ) -> Range<Int> {
    let first = bound(in: lines, of: text) { order(of: text, at: $0 + column, to: label) < 0 }
    let rest = first..<lines.upperBound
    return first..<bound(in: rest, of: text) { order(of: text, at: $0 + column, to: label) == 0 }
  }

  /// Returns the start of the first line whose label is not less than the given label.
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

  /// Compares the label at a text position with a given label. The result is negative, zero or
  /// positive.
  private static func order(of text: Span<UInt8>, at place: Int, to label: Span<UInt8>) -> Int {
    for index in label.indices {
      // The line end is less than any byte of a label, so the comparison stops at the line end.
      let byte = text[place + index]
      guard byte == label[index] else { return byte < label[index] ? -1 : 1 }
    }
    return text[place + label.count] < hyphen ? 0 : 1
  }
}
