import Testing

@testable import ApusCommand

/// A terminal shows text from outside, without its control characters.
@Suite struct TerminalTextTests {
  private static let samples: [String] = [
    "", "plain\n", "no end", "\r\n\r\n", "a\rb", "\t\ttabs\t\n\n", "naïve Grüße 🗝 漢字\n",
    "\u{1b}[2J\u{9b}31m\u{0}\u{7f}", "\u{202e}reversed\u{2066}", "line\u{2028}separator",
  ]

  private static func shown(_ bytes: [UInt8], by count: Int) -> String {
    var text = TerminalText()
    var shown = ""
    for start in stride(from: 0, to: bytes.count, by: count) {
      shown += text.shown(Array(bytes[start..<min(start + count, bytes.count)]))
    }
    return shown + text.finish().text
  }

  @Test(arguments: samples)
  func `control characters are escaped on a terminal, except line ends and tabs`(
    _ sample: String
  ) {
    let bytes = Array(sample.utf8)
    let whole = Self.shown(bytes, by: max(1, bytes.count))
    for scalar in whole.unicodeScalars where scalar != "\n" && scalar != "\t" {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        Issue.record("\(scalar.value) is left of \(bytes)")
      default: break
      }
    }
    // A carriage return at the end of a piece could precede a line feed.
    guard !bytes.contains(0x0d) else { return }
    for count in 1...5 { #expect(Self.shown(bytes, by: count) == whole, "\(count)") }
  }

  @Test func `invalid UTF-8 is replaced on a terminal without waiting for more bytes`() {
    for bytes: [UInt8] in [[0xff, 0x61], [0xe2, 0x82], [0xf0, 0x9f, 0x97], [0x80, 0x80, 0x80]] {
      let text = Self.shown(bytes, by: 1)
      #expect(text.unicodeScalars.contains("\u{fffd}"), "\(bytes)")
    }
  }

  @Test func `the terminal writer reports an unfinished last line`() {
    var text = TerminalText()
    _ = text.shown(Array("a".utf8))
    #expect(!text.finish().endsLine)
    _ = text.shown(Array("a\n".utf8))
    #expect(text.finish().endsLine)
    #expect(text.finish().endsLine)
  }
}
