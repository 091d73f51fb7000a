import ApusHTTP
import Testing

/// RFC 9112 sections 5, 5.1 and 5.2.
struct FieldSectionTests {
  private func fields(_ text: String) -> HTTP.Fields? {
    let whole = Transcript.responses("HTTP/1.1 200\r\n\(text)\r\n")
    #expect(whole == Transcript.responses("HTTP/1.1 200\r\n\(text)\r\n", pieces: 1))
    return whole.messages.first?.head.fields
  }

  private func error(_ bytes: [UInt8]) -> HTTP.ParseError? {
    let bytes = Array("HTTP/1.1 200\r\n".utf8) + bytes
    let errors = [1, 2, Int.max].map { Transcript.responses(bytes, pieces: $0).error }
    #expect(errors[0] == errors[2] && errors[1] == errors[2])
    return errors[2]
  }

  @Test(arguments: [
    ("A:b\r\n", "A", "b"), ("A: b\r\n", "A", "b"), ("A: \t b \t\r\n", "A", "b"),
    ("A:\tb\r\n", "A", "b"),
    ("A:\r\n", "A", ""),
    ("A: \t \r\n", "A", ""), ("a: b c\td\r\n", "a", "b c\td"), ("A::\r\n", "A", ":"),
    ("A: b:c\r\n", "A", "b:c"), ("!#$%&'*+-.^_`|~9z: x\r\n", "!#$%&'*+-.^_`|~9z", "x"),
    ("A: ,;=\"()<>@[]{}\\/?\r\n", "A", ",;=\"()<>@[]{}\\/?"),
    ("Long-Name-Of-A-Field-With-Many-Words: v\r\n", "Long-Name-Of-A-Field-With-Many-Words", "v"),
  ])
  func `a field line is split into a name and a value without surrounding white space`(
    _ line: String, name: String, value: String
  ) throws {
    let field = try #require(fields(line)?.first)
    #expect(field.name.text == name && field.value.text == value)
  }

  @Test func `received field lines preserve their order, repetitions and letter case`() {
    let fields = self.fields("B: 1\r\na: 2\r\nA: 3\r\nb:\r\n")
    #expect(fields?.map(\.name.text) == ["B", "a", "A", "b"])
    #expect(fields?.map(\.value.text) == ["1", "2", "3", ""])
    #expect(fields?["a"] == "2, 3")
  }

  @Test(arguments: [15, 16, 17, 32, 33, 256])
  func `a field section with any number of lines up to the limit is accepted`(_ count: Int) throws {
    let text = (0..<count).map { "N\($0): v\($0)\r\n" }.joined()
    let fields = try #require(self.fields(text))
    #expect(fields.count == count)
    for (index, field) in fields.enumerated() {
      #expect(field.name.text == "N\(index)" && field.value.text == "v\(index)")
    }
  }

  @Test(arguments: [
    ("A: b\r\n c\r\n", "b c"), ("A: b \t\r\n \t c\r\n", "b c"), ("A:\r\n b\r\n", "b"),
    ("A: b\r\n \r\n", "b"), ("A:\r\n \r\n\t\r\n", ""), ("A: b\r\n c\r\n\td\r\n", "b c d"),
    ("A: \r\n b c \r\n d \r\n", "b c d"),
  ])
  func `a line fold becomes one space inside a field value and is trimmed at its ends`(
    _ line: String, value: String
  ) {
    let fields = self.fields("X: y\r\n\(line)Z: z\r\n")
    #expect(fields == ["x": "y", "a": HTTP.FieldValue(value), "z": "z"])
  }

  @Test func `a folded Content-Length or Transfer-Encoding value is unfolded and then parsed`() {
    let read = Transcript.responses(
      "HTTP/1.1 200\r\nTransfer-Encoding:\r\n chunked\r\nConnection: x,\r\n\tclose\r\n\r\n0\r\n\r\n"
    )
    #expect(read.messages.map(\.framing) == [.chunked] && read.messages[0].persists == false)
  }

  @Test func `a field name with a byte that is not allowed in a token is rejected`() {
    let tokens = Set("!#$%&'*+-.^_`|~0123456789".utf8)
    for byte in UInt8.min...UInt8.max {
      let isToken =
        tokens.contains(byte) || 0x41...0x5a ~= byte || 0x61...0x7a ~= byte
      let found = error(Array("Na".utf8) + [byte] + Array("me: v\r\n\r\n".utf8))
      switch byte {
      case 0x3a: #expect(found == nil)
      case 0x0a, 0x0d: #expect(found == .strayLineEnd(.head, at: 16))
      default: #expect(found == (isToken ? nil : .invalidByte(byte, .fieldName, at: 16)))
      }
    }
  }

  @Test func `a field value with a control character other than a tab is rejected`() {
    for byte in UInt8.min...UInt8.max {
      let found = error(Array("N: v".utf8) + [byte] + Array("w\r\n\r\n".utf8))
      switch byte {
      case 0x0a, 0x0d: #expect(found == .strayLineEnd(.head, at: 18))
      case 0x00...0x08, 0x0b...0x1f, 0x7f:
        #expect(found == .invalidByte(byte, .fieldValue, at: 18))
      default: #expect(found == nil, "\(byte)")
      }
    }
  }

  @Test(arguments: [
    ("A : b\r\n\r\n", HTTP.ParseError.invalidByte(0x20, .fieldName, at: 15)),
    ("A\t: b\r\n\r\n", .invalidByte(0x09, .fieldName, at: 15)),
    (": b\r\n\r\n", .invalidByte(0x3a, .fieldName, at: 14)),
    ("A b\r\n\r\n", .invalidByte(0x20, .fieldName, at: 15)),
    ("A\r\n\r\n", .invalidByte(0x0d, .fieldName, at: 15)),
    ("X: y\r\nA\r\n\r\n", .invalidByte(0x0d, .fieldName, at: 21)),
    (" A: b\r\n\r\n", .leadingWhitespace(.head, at: 14)),
    ("\tA: b\r\n\r\n", .leadingWhitespace(.head, at: 14)),
    (" \r\n\r\n", .leadingWhitespace(.head, at: 14)),
    ("A: b\n\r\n\r\n", .strayLineEnd(.head, at: 18)),
    ("A: b\r\r\n\r\n", .strayLineEnd(.head, at: 18)),
    ("A: b\r\n\nx", .strayLineEnd(.head, at: 20)), ("A: b\r\n\rx", .strayLineEnd(.head, at: 20)),
    ("\n", .strayLineEnd(.head, at: 14)), ("A: b\r\n c\n\r\n\r\n", .strayLineEnd(.head, at: 22)),
    ("A: b\r\n c\0\r\n\r\n", .invalidByte(0, .fieldValue, at: 22)),
    ("A: \u{7f}\r\n\r\n", .invalidByte(0x7f, .fieldValue, at: 17)),
    ("A b: c\u{1}\r\n\r\n", .invalidByte(0x20, .fieldName, at: 15)),
    ("\u{212a}: b\r\n\r\n", .invalidByte(0xe2, .fieldName, at: 14)),
  ])
  func `an invalid field line is rejected at its first invalid byte`(
    _ text: String, expected: HTTP.ParseError
  ) {
    #expect(error(Array(text.utf8)) == expected)
  }

  @Test(arguments: ["A: \u{1}", "A: b\n", "A\n", "A: b\rx", "A: b\r\n c\0"])
  func `an invalid field line is rejected before the rest of the line arrives`(_ text: String) {
    for more in ["", "x", "xy", "xyz", "\r\n", "\r\n\r\n"] {
      #expect(error(Array((text + more).utf8)) != nil)
    }
  }

  @Test func `a trailer section that begins with white space is rejected`() {
    let chunked = "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    let read = Transcript.responses(chunked + " A: b\r\n\r\n")
    #expect(read.error == .leadingWhitespace(.trailer, at: chunked.utf8.count))
  }
}
