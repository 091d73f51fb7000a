import ApusSerialization
import Testing

/// The text of parameters in a query or a form.
struct RequestParametersTests {
  @Test(arguments: ParameterTable.all)
  func `each parameter example is written byte for byte as expected`(
    _ example: ParameterCase
  ) throws {
    #expect(Array(try example.parameters.formText(example.style).utf8) == Array(example.text.utf8))
  }

  @Test func `the table of parameter examples has at least 80 rows and no duplicates`() {
    #expect(ParameterTable.all.count >= 80)
    // As bytes: texts that Unicode calls equal are cases of their own.
    let cases = Set(ParameterTable.all.map { Array("\($0.parameters) \($0.style)".utf8) })
    #expect(cases.count == ParameterTable.all.count)
  }

  @Test func `all bytes except letters, digits and -._~/? are percent-encoded in a query`() throws {
    let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?".utf8)
    for byte in UInt8.min...(.max) {
      let text = try RequestParameters(ordered: [("", .data([byte]))]).formText()
      if kept.contains(byte) {
        #expect(Array(text.utf8) == [0x3d, byte])
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        #expect(text == "=%\(byte < 16 ? "0" : "")\(digits)")
      }
    }
  }

  @Test func `a long text is percent-encoded like its single characters`() throws {
    let text = String(repeating: "a😀é 日", count: 200)
    let parts = try text.map {
      try RequestParameters(ordered: [("", .init(String($0)))]).formText()
    }
    let whole = try RequestParameters(ordered: [("", .text(text))]).formText()
    #expect(whole == "=" + parts.map { $0.dropFirst() }.joined())
  }

  @Test func `the pairs of nested parameters have names such as t[] without escaping`() throws {
    let parameters: RequestParameters = ["a b": ["ä": nil, "t": [1, ""]], "d": .data([0, 255])]
    let pairs = try parameters.pairs()
    #expect(pairs.map(\.name) == ["a b[t][]", "a b[t][]", "a b[ä]", "d"])
    #expect(pairs.map(\.content) == [.text("1"), .text(""), .none, .bytes([0, 255])])
  }

  @Test func `writing a date in a parameter style without a date format is an error`() {
    let parameters: RequestParameters = ["u": ["d": .moment(JSON.Moment(seconds: 0))]]
    #expect(throws: RequestParameters.WritingError.noDateStyle(field: "u[d]")) {
      try parameters.formText()
    }
  }

  @Test func `writing an array or string as parameters without names is an error`() {
    #expect(throws: RequestParameters.WritingError.unnamed) {
      try RequestParameters(encoding: [1, 2])
    }
    #expect(throws: RequestParameters.WritingError.unnamed) {
      try RequestParameters(encoding: "text")
    }
    #expect(throws: RequestParameters.WritingError.unnamed) {
      try RequestParameters(encoding: Int?.none)
    }
  }

  @Test func `a parameter with a character outside the charset of its style is an error`() {
    var style = RequestParameters.Style()
    for charset in [TextCharset.ascii, .latin1, .windows1252] {
      style.charset = charset
      #expect(throws: RequestParameters.WritingError.unencodable(field: "a", charset)) {
        try RequestParameters(["a": "日"] as [String: RequestParameters.Value]).formText(style)
      }
    }
  }

  @Test func `a comma-separated array parameter with a nested array is an error`() {
    var style = RequestParameters.Style()
    style.arrays = .commas
    for inner: RequestParameters.Value in [[1], ["k": 1], .set([1]), .data([1])] {
      #expect(throws: RequestParameters.WritingError.nestedInList(field: "t")) {
        try RequestParameters(ordered: [("t", .array([inner]))]).formText(style)
      }
    }
  }

  @Test func `parameters nested to the depth limit are written, and one more level rejected`()
    throws
  {
    func nested(_ depth: Int) -> RequestParameters {
      var value: RequestParameters.Value = 1
      for _ in 0..<depth { value = [value] }
      return RequestParameters(ordered: [("a", value)])
    }
    #expect(try nested(RequestParameters.Value.depthLimit).pairs().count == 1)
    let error = #expect(throws: RequestParameters.WritingError.self) {
      try nested(RequestParameters.Value.depthLimit + 1).pairs()
    }
    guard case .tooDeep(_, limit: RequestParameters.Value.depthLimit) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  private struct Filter: Encodable {
    enum Kind: String, Encodable { case new, old }
    struct Inner: Encodable { var b = 2, a = 1.0 }
    var tags = ["x", "y"]
    var inner = Inner()
    var kind = Kind.old
    var missing: Int?
    var isOn = true
    var ratio = 0.5
    var big = UInt64.max
    var since = JSON.Moment(seconds: 0)
    var names = ["é": 1]
  }

  @Test func `the properties of an Encodable type are written sorted by name`() throws {
    var style = RequestParameters.Style()
    style.arrays = .repeated
    let text = try RequestParameters(encoding: Filter()).formText(style)
    #expect(
      text == "big=18446744073709551615&inner%5Ba%5D=1&inner%5Bb%5D=2&isOn=1&kind=old"
        + "&names%5B%C3%A9%5D=1&ratio=0.5&since=1970-01-01T00%3A00%3A00Z&tags=x&tags=y")
  }

  @Test func `the JSON coder's strategies apply to parameters of an Encodable type`() throws {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    coder.dates = .secondsSince1970
    let text = try RequestParameters(encoding: ["since": JSON.Moment(seconds: 5)], using: coder)
      .formText()
    #expect(text == "since=5")
    struct Named: Encodable { var firstName = "Ada" }
    #expect(try RequestParameters(encoding: Named(), using: coder).formText() == "first_name=Ada")
    #expect(throws: RequestParameters.WritingError.self) {
      try RequestParameters(encoding: ["a": Double.nan])
    }
  }

  @Test func `each parameter error has a different description in a single line`() {
    let field = "a\nb"
    let errors: [RequestParameters.WritingError] = [
      .unnamed, .tooDeep(field: field, limit: 1), .noDateStyle(field: field),
      .unencodable(field: field, .latin1), .nestedInList(field: field),
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
    #expect(errors.allSatisfy { !$0.description.utf8.contains(0x0a) })
  }
}
