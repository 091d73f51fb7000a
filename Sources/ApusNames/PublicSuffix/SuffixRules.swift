/// Rules of the public suffix list as one sorted text, which is searched where it stands.
///
/// The text is a constant of the program: nothing is unpacked when it starts or on first use, and
/// looking a name up allocates nothing. A line is one rule, with its labels from right to left:
///
///     rules = *( rule LF )
///     rule  = label *( SP label ) [ SP "*" / "!" ]
///
/// `jp kobe *` is the list's `*.kobe.jp`, and `jp kobe city!` its exception `!city.kobe.jp`. What
/// can follow a label is less than any byte of one, so that the lines are sorted as plain bytes,
/// the lines that begin with the same labels stand together, and among them, below their common
/// labels, first the rule of just these, then the wildcard, then the rest.
struct SuffixRules: Sendable {
  /// The lines in order, each with its end.
  let text: String

  /// What the rules say of one name.
  struct Match {
    /// Where the suffix starts in the name.
    let start: Int
    /// Whether the rule is an exception, and the suffix is what follows its first label.
    let isException: Bool

    /// Whether this holds where both match: an exception, or else the rule with more labels.
    func prevails(over other: Match?) -> Bool {
      guard let other else { return true }
      guard isException == other.isException else { return isException }
      return start < other.start
    }
  }

  /// What the rules say of a canonical name, or nil if none of them matches.
  ///
  /// Label by label from the right, the lines are narrowed to those that begin with what was read.
  /// A line that has nothing more is dropped, so that `column` is inside all that are left. It ends
  /// where no line is left, after one label more than the longest rule has, and each label costs
  /// two binary searches: the length of the name does not matter.
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
  /// The least byte that a label can have; what can follow a label is less.
  private static let hyphen: UInt8 = 0x2d

  /// Those of some lines that have a label at a column, which is inside all of them.
  private static func lines(
    in lines: Range<Int>, of text: Span<UInt8>, with label: Span<UInt8>, at column: Int
  ) -> Range<Int> {
    let first = bound(in: lines, of: text) { order(of: text, at: $0 + column, to: label) < 0 }
    let rest = first..<lines.upperBound
    return first..<bound(in: rest, of: text) { order(of: text, at: $0 + column, to: label) == 0 }
  }

  /// Where the first of some lines starts that is not before, or where they end.
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

  /// Whether what stands at a place sorts before a label, is that label, or sorts behind it.
  private static func order(of text: Span<UInt8>, at place: Int, to label: Span<UInt8>) -> Int {
    for index in label.indices {
      // A line's end is less than any byte of the label, so that no comparison goes past it.
      let byte = text[place + index]
      guard byte == label[index] else { return byte < label[index] ? -1 : 1 }
    }
    return text[place + label.count] < hyphen ? 0 : 1
  }
}
