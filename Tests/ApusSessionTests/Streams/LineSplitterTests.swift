import ApusBytes
import Testing

@testable import ApusConnections
@testable import ApusSession

@Suite struct LineSplitterTests {
  private func lines(
    _ text: String, _ ending: LineSplitter.Ending, pieces: Int = .max, limit: Int = 100
  ) throws(HTTPSessionError.Reason) -> [String] {
    var splitter = LineSplitter(ending, limit: limit)
    var lines: [String] = []
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let end = at + min(pieces, bytes.count - at)
      splitter.append(Array(bytes[at..<end]).span)
      while let line = try splitter.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      at = end
    }
    if let last = try splitter.finish() { lines.append(String(decoding: last, as: UTF8.self)) }
    return lines
  }

  @Test(arguments: [1, 2, 3, .max])
  func `LF and CRLF end a line and are not part of the line`(_ pieces: Int) throws {
    let lines = try lines("a\r\nb\n\n\rc\rd\r\n\re", .newline, pieces: pieces)
    #expect(lines == ["a", "b", "", "\rc\rd", "\re"])
  }

  @Test(arguments: [1, 2, 3, .max])
  func `LF, CR and CRLF each end a line of an event stream`(_ pieces: Int) throws {
    let lines = try lines("a\r\nb\n\r\rc\r\r\nd\n\re\r", .any, pieces: pieces)
    #expect(lines == ["a", "b", "", "", "c", "", "d", "", "e"])
  }

  @Test func `the text after the last line end is a line unless the text is empty`() throws {
    #expect(try lines("a", .newline) == ["a"])
    #expect(try lines("a\n", .newline) == ["a"])
    #expect(try lines("", .newline) == [])
    #expect(try lines("\n", .newline) == [""])
  }

  @Test(arguments: [1, 4, .max])
  func `a line that is one byte longer than the limit throws an error`(_ pieces: Int) throws {
    let fits = String(repeating: "x", count: 10)
    #expect(try lines("\(fits)\r\n\(fits)", .newline, pieces: pieces, limit: 10) == [fits, fits])
    for ending in ["\n", "\r\n", ""] {
      #expect(throws: HTTPSessionError.Reason.lineTooLong(limit: 10)) {
        try lines(fits + "x" + ending, .newline, pieces: pieces, limit: 10)
      }
      #expect(throws: HTTPSessionError.Reason.lineTooLong(limit: 10)) {
        try lines(fits + "x" + ending, .any, pieces: pieces, limit: 10)
      }
    }
  }
}
