import ApusBytes
import ApusSerialization
import Testing

/// Forms as they are read.
struct FormFieldsTests {
  private func fields(_ text: String) throws -> [FormFields.Field] {
    try FormFields(parsing: Array(text.utf8).span).all
  }

  @Test func `a form-encoded body is parsed into decoded names and values`() throws {
    #expect(try fields("a=1&b=2") == [.init("a", "1"), .init("b", "2")])
    #expect(try fields("a=b=c") == [.init("a", "b=c")])
    #expect(try fields("a+b=c+d%2Be%20f") == [.init("a b", "c d+e f")])
    #expect(try fields("%C3%A9=%F0%9F%98%80") == [.init("é", "😀")])
    #expect(try fields("a&b=") == [.init("a", nil), .init("b", "")])
    #expect(try fields("=x") == [.init("", "x")])
    #expect(try fields("&&a=1&") == [.init("a", "1")])
    #expect(try fields("") == [])
  }

  @Test func `a form field is not found by a canonically equivalent name`() throws {
    let form = try FormFields(parsing: Array("a=1&b&a=2&%C3%A9=3".utf8).span)
    #expect(form["a"] == "1")
    #expect(form["b"] == "")
    #expect(form["c"] == nil)
    #expect(form.values(of: "a") == ["1", "2"])
    #expect(form["e\u{301}"] == nil)
  }

  @Test(
    arguments: ParameterTable.all.filter { $0.style.charset == .utf8 && $0.style.arrays != .commas }
  )
  func `form fields that were written are read back unchanged`(_ example: ParameterCase) throws {
    let pairs = try example.parameters.pairs(example.style).filter {
      if case .bytes(let bytes) = $0.content {
        TextCharset.utf8.decode(bytes.span) != nil
      } else {
        true
      }
    }
    guard pairs.count == (try example.parameters.pairs(example.style).count) else { return }
    let read = try fields(try example.parameters.formText(example.style))
    #expect(read.map(\.name) == pairs.map(\.name))
    for (field, pair) in zip(read, pairs) {
      switch pair.content {
      case .none: #expect(field.value == nil)
      case .text(let text): #expect(field.value == text)
      case .bytes(let bytes): #expect(field.value.map { Array($0.utf8) } == bytes)
      case .list: Issue.record("a list")
      }
    }
  }

  @Test func `an invalid byte in a form-encoded body is rejected with its offset`() {
    let cases: [(String, FormError)] = [
      ("a=%", .malformed(at: 2)), ("a=%4", .malformed(at: 2)), ("a=%zz", .malformed(at: 2)),
      ("ab=c d", .malformed(at: 4)), ("a=\r\n", .malformed(at: 2)), ("a=é", .malformed(at: 2)),
      ("a=%ff", .malformedText(at: 2)), ("%c3=1", .malformedText(at: 0)),
    ]
    for (text, error) in cases {
      #expect(throws: error, "\(text)") { try fields(text) }
    }
  }

  @Test func `a form at the byte and field limits is accepted, and one more is rejected`() throws {
    var limits = FormFields.Limits()
    limits.fieldCount = 2
    limits.byteCount = 7
    #expect(try FormFields(parsing: Array("a=1&b=2".utf8).span, limits).all.count == 2)
    #expect(throws: FormError.tooManyFields(limit: 2)) {
      try FormFields(parsing: Array("a&b&c".utf8).span, limits)
    }
    #expect(throws: FormError.tooLong(byteCount: 8, limit: 7)) {
      try FormFields(parsing: Array("a=1&b=22".utf8).span, limits)
    }
  }

  @Test func `percent-encoded bytes of a form are decoded in the given charset`() throws {
    let form = try FormFields(parsing: Array("%E9=%80".utf8).span, charset: .windows1252)
    #expect(form.all == [.init("é", "€")])
    #expect(throws: FormError.malformedText(at: 0)) {
      try FormFields(parsing: Array("%E9=1".utf8).span, charset: .ascii)
    }
  }
}
