/// The words of a paragraph with the characters between them.
struct Words {
  /// The characters before a word.
  enum Gap {
    /// The start of the paragraph.
    case start
    /// One space.
    case space
    /// White space.
    case blank
    /// A full stop, a colon or a semicolon, and white space.
    case sentence
    case other
  }

  struct Word {
    /// The word in lower case.
    let text: String
    let isCapital: Bool
    let gap: Gap
    /// The index of the first byte after it.
    let end: Int

    var isSpaced: Bool { gap == .space || gap == .blank }
  }

  let bytes: [UInt8]
  private(set) var words: [Word] = []
  /// The number of words as readers count them: *don't* and *one-sided* are one word each.
  private(set) var count = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var at = 0
    var lastEnd = 0
    while at < bytes.count {
      guard Self.isWord(bytes[at]) else {
        at += 1
        continue
      }
      let start = at
      while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
      add(start..<at, after: lastEnd)
      lastEnd = at
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte &- 0x30 < 10 || byte == 0x5f
  }

  private mutating func add(_ range: Range<Int>, after lastEnd: Int) {
    let gap =
      words.isEmpty ? Self.firstGap(bytes[..<range.lowerBound]) : gap(lastEnd..<range.lowerBound)
    let text = String(
      decoding: bytes[range].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    let isCapital =
      bytes[range.lowerBound] &- 0x41 < 26
      && bytes[range].dropFirst().allSatisfy { $0 &- 0x41 >= 26 }
    words.append(Word(text: text, isCapital: isCapital, gap: gap, end: range.upperBound))
    countWords(in: range, after: lastEnd)
  }

  /// Counts a run of letters, unless an apostrophe or a hyphen joins it to the run before it.
  private mutating func countWords(in range: Range<Int>, after lastEnd: Int) {
    guard let first = bytes[range].firstIndex(where: Self.isLetter) else { return }
    let join = bytes[lastEnd..<range.lowerBound]
    let isJoined =
      words.count > 1 && first == range.lowerBound
      && Self.isLetter(bytes[lastEnd - 1]) && !join.isEmpty
      && join.allSatisfy { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "-") }
    if !isJoined { count += 1 }
  }

  private static func firstGap(_ bytes: ArraySlice<UInt8>) -> Gap {
    bytes.isEmpty ? .start : .other
  }

  private func gap(_ range: Range<Int>) -> Gap {
    let text = bytes[range]
    if text.count == 1, text.first == 0x20 { return .space }
    let rest = text.reversed().drop { $0 == 0x20 || $0 == 0x09 }
    if rest.isEmpty { return .blank }
    let isEnd = rest.count < text.count && ".:;".utf8.contains(rest.first ?? 0)
    return isEnd ? .sentence : .other
  }
}
