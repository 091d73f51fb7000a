import Testing

@testable import ApusSerialization

/// The parser of callers that prefer callbacks.
struct DelegateParserTests {
  /// Records its calls, and stops at an element called `stop`.
  private struct Notes: XML.ParserDelegate {
    struct Stop: Error, Equatable {}

    var lines: [String] = []

    mutating func didStartElement(_ tag: XML.StartTag) throws {
      if tag.name == "stop" { throw Stop() }
      lines.append("<\(tag.name) \(tag.attributes.map(\.value))")
    }
    mutating func didEndElement(_ name: XML.Name) { lines.append(">\(name)") }
    mutating func foundCharacters(_ text: String) { lines.append("text \(text)") }
    mutating func foundComment(_ text: String) { lines.append("comment \(text)") }
    mutating func foundProcessingInstruction(target: String, content: String) {
      lines.append("instruction \(target) \(content)")
    }
    mutating func didEndDocument() { lines.append("end") }
  }

  /// An object, which receives the same calls.
  private final class Counter: XML.ParserDelegate {
    var sections = 0
    func foundCDATA(_ text: String) { sections += 1 }
  }

  private let document = "<a b='c'>x<![CDATA[y]]><!--z--><?p q?></a>"
  private let lines = [
    #"<a ["c"]"#, "text x", "text y", "comment z", "instruction p q", ">a", "end",
  ]

  @Test(arguments: [1, 4, 100])
  func `an XML delegate receives all events for pieces of any size`(size: Int) throws {
    var parser = XML.DelegateParser(Notes())
    let bytes = Array(document.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try parser.parse(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    try parser.finish()
    #expect(parser.delegate.lines == lines)
    #expect(parser.position.offset == bytes.count)
  }

  @Test func `an XML delegate can be a class instance`() throws {
    let counter = Counter()
    var parser = XML.DelegateParser(counter)
    try parser.parse(Array(document.utf8))
    try parser.finish()
    #expect(counter.sections == 1)
    #expect(parser.declaration == nil)
  }

  @Test func `an error of an XML delegate is thrown again at every later call`() {
    var parser = XML.DelegateParser(Notes())
    #expect(throws: Notes.Stop()) { try parser.parse(Array("<a><stop/></a>".utf8)) }
    let capacity = parser.waitingByteCapacity
    for _ in 0..<100 {
      #expect(throws: Notes.Stop()) { try parser.parse(Array(document.utf8)) }
    }
    #expect(parser.waitingByteCapacity == capacity)
    #expect(throws: Notes.Stop()) { try parser.finish() }
    #expect(parser.delegate.lines == ["<a []"])
  }

  @Test func `a delegate parser throws the error of a malformed XML document`() {
    var parser = XML.DelegateParser(Notes())
    #expect(throws: XML.ParsingError.self) { try parser.parse(Array("<a></b>".utf8)) }
    #expect(throws: XML.ParsingError.self) { try parser.finish() }
    #expect(parser.delegate.lines == ["<a []"])
  }
}
