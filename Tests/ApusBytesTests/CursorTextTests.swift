import ApusBytes
import Testing

@Suite struct CursorTextTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The position of a cursor after it passed a literal or run, or nil if it did not.
  private func position(
    in text: String, _ range: Range<Int>, _ skip: (inout Cursor, Span<UInt8>) -> Bool
  ) -> Int? {
    let bytes = bytes(text)
    var at = Cursor(range)
    let isPassed = skip(&at, bytes.span)
    #expect(isPassed || at == Cursor(range))
    return isPassed ? at.position : nil
  }

  @Test(
    arguments: [
      (0..<2, 0x61, 1), (0..<2, 0x62, nil), (1..<2, 0x62, 2), (1..<2, 0x61, nil),
      (2..<2, 0x61, nil),
      (1..<1, 0x62, nil), (0..<1, 0x61, 1),
    ] as [(Range<Int>, UInt8, Int?)])
  func `a cursor skips a byte only if the next byte before its end is equal`(
    range: Range<Int>, byte: UInt8, end: Int?
  ) {
    #expect(position(in: "ab", range) { $0.skip(byte, in: $1) } == end)
  }

  @Test(
    arguments: [
      ("HTTP/1.1 200", "HTTP/1.", 7), ("HTTP/1.1", "HTTP/1.1", 8), ("HTTP/1.", "HTTP/1.1", nil),
      ("http/1.1", "HTTP/1.", nil), ("HTTP/2", "HTTP/1.", nil), ("", "H", nil), ("x", "", 0),
      ("", "", 0), ("é", "é", 2), ("\r\n", "\r", 1), ("e\u{301}", "e", 1), ("e\u{301}", "é", nil),
    ] as [(String, String, Int?)])
  func `a cursor skips either a whole literal or no byte`(text: String, literal: String, end: Int?)
  {
    #expect(position(in: text, 0..<text.utf8.count) { $0.skip(literal, in: $1) } == end)
  }

  @Test func `a cursor does not match a literal that extends beyond its end`() {
    #expect(position(in: "HTTP", 0..<3) { $0.skip("HTTP", in: $1) } == nil)
    #expect(position(in: "HTTP", 0..<3) { $0.skip("HTT", in: $1) } == 3)
    #expect(position(in: "HTTP", 1..<3) { $0.skip("TT", in: $1) } == 3)
  }

  @Test func `a cursor reads exactly the requested number of digits`() {
    let text = bytes("20018446744073709551615")
    var at = Cursor(0..<text.count)
    #expect(at.readDigits(3, in: text.span) == 200)
    #expect(at.position == 3)
    #expect(at.readDigits(0, in: text.span) == 0)
    #expect(at.readDigits(19, in: text.span) == nil)
    #expect(at.readDigits(18, in: text.span) == 184_467_440_737_095_516)
    #expect(at.readDigits(3, in: text.span) == nil)
    #expect(at.position == 21)
    #expect(at.readDigits(2, in: text.span) == 15)
    #expect(at.isAtEnd)
    #expect(at.readDigits(1, in: text.span) == nil)
  }

  @Test func `a cursor reads a number of eighteen digits`() {
    let text = bytes("999999999999999999")
    var at = Cursor(0..<18)
    #expect(at.readDigits(18, in: text.span) == 999_999_999_999_999_999)
  }

  @Test(arguments: [-1, .min, 19, .max])
  func `a cursor rejects a negative digit count and a count above eighteen`(count: Int) {
    let text = bytes("0123456789012345678901234567890")
    var at = Cursor(0..<text.count)
    #expect(at.readDigits(count, in: text.span) == nil)
    #expect(at.position == 0)
  }

  @Test func `a cursor rejects bytes other than ASCII digits and keeps its position`() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<3 {
        var text = bytes("000")
        text[place] = byte
        var at = Cursor(0..<3)
        let value = at.readDigits(3, in: text.span)
        guard (0x30...0x39).contains(byte) else {
          if value != nil || at.position != 0 { Issue.record("\(byte) at \(place) is read") }
          continue
        }
        let expected = Int(byte - 0x30) * [100, 10, 1][place]
        if value != expected || !at.isAtEnd { Issue.record("\(byte) at \(place) is not read") }
      }
    }
  }

  @Test func `a cursor reads no digits after its end`() {
    let text = bytes("2004")
    var at = Cursor(0..<3)
    #expect(at.readDigits(4, in: text.span) == nil)
    #expect(at.readDigits(3, in: text.span) == 200)
  }

  @Test func `a cursor skips bytes of a set up to the first other byte or its end`() {
    let text = bytes("aab  b")
    var at = Cursor(0..<5)
    #expect(at.readWhile(in: text.span) { $0 == 0x62 } == 0..<0)
    #expect(at.readWhile(in: text.span) { $0 == 0x61 } == 0..<2)
    #expect(at.position == 2)
    #expect(at.readWhile(in: text.span) { _ in true } == 2..<5)
    #expect(at.readWhile(in: text.span) { _ in true } == 5..<5)
  }

  @Test func `a cursor parses an HTTP status line in one expression`() {
    let text = bytes("HTTP/1.1 204 No Content")
    var at = Cursor(0..<text.count)
    let isRead =
      at.skip("HTTP/1.", in: text.span) && at.readDigits(1, in: text.span) == 1
      && at.skip(0x20, in: text.span) && at.readDigits(3, in: text.span) == 204
      && at.skip(" ", in: text.span)
    #expect(isRead)
    #expect(text[at.range].elementsEqual("No Content".utf8))
  }
}
