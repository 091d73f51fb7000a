import ApusBytes

/// Untrusted bytes as text that a terminal displays without interpreting control sequences. The
/// bytes arrive in chunks.
///
/// A server could otherwise move the cursor over earlier output, change the window title, or make
/// the terminal type a command. Line ends and tabs stay unchanged. All other control characters,
/// and characters that reverse the text direction, are escaped. Invalid UTF-8 is repaired.
struct TerminalText {
  /// The first bytes of a UTF-8 character whose other bytes have not been received yet.
  private var tail: [UInt8] = []
  private var endsLine = true

  /// Returns the safe text of a chunk, without an incomplete character at the end of the chunk.
  mutating func shown(_ bytes: [UInt8]) -> String {
    let all = tail + bytes
    let kept = Self.openByteCount(all)
    tail = Array(all.suffix(kept))
    return Self.escaped(all.dropLast(kept), &endsLine)
  }

  /// Returns the remaining safe text, and a flag that indicates whether the whole text ends with a
  /// line end. The instance can then be used for a new text.
  mutating func finish() -> (text: String, endsLine: Bool) {
    let text = Self.escaped(tail[...], &endsLine)
    let endsLine = endsLine
    self = TerminalText()
    return (text, endsLine)
  }

  /// Returns the safe text of a complete line without its line end.
  static func line(_ bytes: ArraySlice<UInt8>) -> String {
    let line = bytes.last == 0x0d ? bytes.dropLast() : bytes
    return line.split(separator: 0x09, omittingEmptySubsequences: false)
      .map { ForeignText.escaped($0, limit: nil) }.joined(separator: "\t")
  }

  private static func escaped(_ bytes: ArraySlice<UInt8>, _ endsLine: inout Bool) -> String {
    guard let last = bytes.last else { return "" }
    endsLine = last == 0x0a
    var text = ""
    for run in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      if !text.utf8.isEmpty || run.startIndex > bytes.startIndex { text += "\n" }
      text += line(run)
    }
    return text
  }

  /// Returns the number of bytes at the end of a chunk that begin an incomplete UTF-8 character.
  ///
  /// RFC 3629 section 4: the first byte of a character determines the number of bytes that follow
  /// it.
  private static func openByteCount(_ bytes: [UInt8]) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xc0 != 0x80 {
      let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
      return index + 1 < length ? index + 1 : 0
    }
    return 0
  }
}

/// The escape sequences that colour words on a terminal.
struct Paint {
  let isColoured: Bool

  func strong(_ text: String) -> String { wrapped(text, "1") }
  func label(_ text: String) -> String { wrapped(text, "36") }
  func good(_ text: String) -> String { wrapped(text, "32") }
  func alarm(_ text: String) -> String { wrapped(text, "31") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
