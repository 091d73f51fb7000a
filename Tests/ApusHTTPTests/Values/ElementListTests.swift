import ApusHTTP
import Testing

/// RFC 9110 section 5.6.1.
@Suite struct ElementListTests {
  @Test(arguments: [
    ("", []), (" ", []), (",", []), (" , ,\t,", []), ("a", ["a"]), (" a ", ["a"]),
    ("a,b", ["a", "b"]), ("a ,\tb, c", ["a", "b", "c"]), (",a,,b,", ["a", "b"]),
    ("foo , ,bar,charlie", ["foo", "bar", "charlie"]), ("a b, c", ["a b", "c"]),
    (#""a,b", c"#, [#""a,b""#, "c"]), (#"x="a\",b",c"#, [#"x="a\",b""#, "c"]),
    (#"a;b="," , c"#, [#"a;b=",""#, "c"]), (#"" a ""#, [#"" a ""#]), (#""\\",b"#, [#""\\""#, "b"]),
  ])
  func `a quoted comma does not separate list elements, and empty elements are ignored`(
    text: String, elements: [String]
  ) throws {
    #expect(try HTTP.ElementList.elements(of: text) == elements)
  }

  @Test(arguments: [(#"a,""#, 2), (#"a,"b, c"#, 2), (#""\"#, 0), (#"x="\""#, 2)])
  func `the error for an unclosed quotation mark in a list contains its offset`(
    text: String, at: Int
  ) {
    #expect(throws: HTTP.InvalidValue.unclosedQuote(at: at)) {
      try HTTP.ElementList.elements(of: text)
    }
  }

  @Test func `a list with as many elements as the limit is accepted, and one more rejected`() throws
  {
    let limit = HTTP.ElementList.defaultLimit
    let full = String(repeating: "a,", count: limit)
    #expect(try HTTP.ElementList.elements(of: full).count == limit)
    #expect(try HTTP.ElementList.elements(of: full + ",,,").count == limit)
    #expect(throws: HTTP.InvalidValue.tooManyElements(limit: limit)) {
      try HTTP.ElementList.elements(of: full + "a")
    }
    #expect(try HTTP.ElementList.elements(of: "a,b", limit: 2) == ["a", "b"])
    #expect(throws: HTTP.InvalidValue.tooManyElements(limit: 2)) {
      try HTTP.ElementList.elements(of: "a,b,c", limit: 2)
    }
  }

  @Test func `a token list with an element that is not a token is rejected`() throws {
    let tokens = Array("a, *,x-y".utf8)
    #expect(try HTTP.ElementList.tokens(in: tokens.span) == [0..<1, 3..<4, 5..<8])
    let others = Array("a, b c".utf8)
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x20, at: 4)) {
      try HTTP.ElementList.tokens(in: others.span)
    }
  }

  @Test func `the element ranges of a mutated list are disjoint ranges within the list`() {
    Mutation.changes(of: #"a, "b\",", c ,d"#) { bytes in
      guard let ranges = try? HTTP.ElementList.ranges(in: bytes.span) else { return }
      var end = 0
      for range in ranges {
        #expect(range.lowerBound >= end && !range.isEmpty)
        end = range.upperBound
      }
      #expect(end <= bytes.count)
    }
  }
}
