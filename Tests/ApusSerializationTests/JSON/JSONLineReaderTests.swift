import ApusBytes
import Testing

@testable import ApusSerialization

/// Documents one a line, however the bytes come.
struct JSONLineReaderTests {
  static let stream = "{\"a\":1}\n\r\n  \n[2]\r\n\"x\\ny\"\n3"

  private func values(_ bytes: [UInt8], pieceSize: Int) throws -> [JSON.Value] {
    var reader = JSON.LineReader()
    var values: [JSON.Value] = []
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      reader.append(Array(bytes[start..<min(bytes.count, start + pieceSize)]))
      while let value = try reader.nextValue() { values.append(value) }
    }
    reader.finish()
    while let value = try reader.nextValue() { values.append(value) }
    #expect(reader.lineCount == 6)
    return values
  }

  @Test func `newline-delimited JSON gives the same values for pieces of any size`() throws {
    let bytes = Array(Self.stream.utf8)
    let expected: [JSON.Value] = [["a": 1], [2], "x\ny", 3]
    for size in 1...bytes.count { #expect(try values(bytes, pieceSize: size) == expected) }
  }

  @Test func `a JSON line at the byte limit is accepted, and one more byte is rejected`() throws {
    for end in ["\n", "\r\n"] {
      var reader = JSON.LineReader(lineByteCountLimit: 4)
      reader.append(Array("1234\(end)[23]\(end)".utf8))
      #expect(try reader.next(as: Int.self) == 1234)
      #expect(try reader.next(as: [Int].self) == [23])
      #expect(try reader.nextLine() == nil)
      reader.append(Array("12345\(end)1".utf8))
      let error = JSON.LineError.tooLong(line: 3, limit: 4)
      #expect(throws: error) { try reader.nextLine() }
      #expect(throws: error, "and stays failed") { try reader.nextLine() }
    }
    var reader = JSON.LineReader(lineByteCountLimit: 4)
    reader.append(Array("12345".utf8))
    #expect(try reader.nextLine() == nil)
    reader.append(Array("6".utf8))
    #expect(throws: JSON.LineError.tooLong(line: 1, limit: 4)) { try reader.nextLine() }
  }

  @Test func `the error for an invalid JSON line has its number, and reading continues`() throws {
    var reader = JSON.LineReader()
    reader.append(Array("\n[\n\"a\"\n1\n".utf8))
    let end = JSON.Position(offset: 1, line: 1, column: 2)
    #expect(throws: JSON.LineError.malformed(line: 2, .unexpectedEnd(at: end))) {
      try reader.nextValue()
    }
    let error = #expect(throws: JSON.LineError.self) { try reader.next(as: Int.self) }
    #expect(
      error?.description
        == "line 3 of the stream cannot be decoded: the document, line 1, column 1 (byte "
        + "0): the value is a string, but Int is expected")
    #expect(try reader.next(as: Int.self) == 1)
    #expect(try reader.next(as: Int.self) == nil)
  }

  @Test func `each value of newline-delimited JSON is written without inner line breaks`() throws {
    var coder = JSONCoder()
    coder.writing = .pretty
    var writer = ByteWriter()
    try coder.write(lines: [["b": "x\ny", "a": "z"], [:]], to: &writer)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"a\":\"z\",\"b\":\"x\\ny\"}\n{}\n")
  }
}
