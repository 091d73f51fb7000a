import ApusHTTP
import ApusSerialization
import Testing

/// Variables as parameters.
struct ParameterConvertibleTests {
  private enum Order: String, RequestParameters.Convertible { case new, old }

  @Test func `variables of many types become query parameters, and nil is omitted`() throws {
    let (page, tags, ratio, isOn): (UInt16, [String], Float, Bool) = (2, ["b", "a"], 0.1, true)
    let (note, size): (String?, Int?) = (nil, 7)
    let pairs: RequestParameters.Pairs = [
      "page": page, "tags": tags, "ratio": ratio, "on": isOn, "note": note, "size": size,
      "order": Order.old, "by": ["x": 1], "set": Set(["b", "a"]), "part": "abc".dropFirst(),
      "url": try HTTP.URL("https://h/"), "at": RequestParameters.Value.null,
    ]
    let expected =
      "at&by%5Bx%5D=1&on=1&order=old&page=2&part=bc&ratio=0.1&set=a&set=b&size=7"
      + "&tags%5B%5D=b&tags%5B%5D=a&url=https%3A//h/"
    #expect(try RequestParameters(pairs).formText() == expected)
  }

  @Test func `dictionaries of strings, numbers and mixed values become query parameters`() throws {
    let (texts, numbers) = (["b": "2", "a": "1"], ["n": 1.5])
    let mixed: [String: any RequestParameters.Convertible] = ["a": 1, "b": "x"]
    let holes: [String: (any RequestParameters.Convertible)?] = ["a": nil, "b": true]
    #expect(try RequestParameters(texts).formText() == "a=1&b=2")
    #expect(try RequestParameters(numbers).formText() == "n=1.5")
    #expect(try RequestParameters(mixed).formText() == "a=1&b=x")
    #expect(try RequestParameters(holes).formText() == "b=1")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `infinity and NaN are written as words in a query and rejected in JSON`(_ double: Double)
    throws
  {
    let parameters = RequestParameters(["a": double])
    #expect(try parameters.formText() == "a=\(double)")
    let error = #expect(throws: RequestSerializationError.self) {
      try JSONRequestSerializer().request(.post, "x", parameters)
    }
    guard case .json(let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.cause == .nonFinite("\(double)"))
  }

  @Test func `request parameters are encoded as a JSON object`() throws {
    let parameters: RequestParameters = ["b": [1, nil, true], "a": .set(["x"]), "c": ["d": 0.5]]
    var coder = JSONCoder()
    coder.writing.sortsKeys = true
    let text = String(decoding: try coder.encode(parameters), as: UTF8.self)
    #expect(text == #"{"a":["x"],"b":[1,null,true],"c":{"d":0.5}}"#)
  }

  @Test func `integers, strings, Booleans and arrays convert to JSON values`() {
    let (integer, text, isOn) = (7, "abc".dropFirst(), false)
    #expect(JSON.Value(integer) == 7 && JSON.Value(text) == "bc" && JSON.Value(isOn) == false)
    #expect(
      JSON.Value(0.5) == 0.5 && JSON.Value(Double.nan) == nil && JSON.Value([1, 2]) == [1, 2])
  }
}

/// Queries as literals with variables, and as encoded values.
struct QueryTests {
  private func text(_ query: HTTP.Query) throws -> String {
    guard case .parameters(let parameters) = query.kind else { return "encoded" }
    return try parameters.formText()
  }

  @Test func `a query literal with variables of several types omits nil`() throws {
    let (page, tags, note, open): (Int, [String], String?, Bool) = (2, ["b", "a"], nil, true)
    #expect(try text(["page": page, "note": note, "none": nil]) == "page=2")
    #expect(try text(["tags": tags, "size": 2.5]) == "size=2.5&tags%5B%5D=b&tags%5B%5D=a")
    #expect(try text(["list": [1, nil]]) == "list%5B%5D=1&list%5B%5D")
    #expect(try text(["f": ["a": page, "b": 3]]) == "f%5Ba%5D=2&f%5Bb%5D=3")
    #expect(
      try text(["f": .object(["open": open, "page": page, "note": note])])
        == "f%5Bopen%5D=1&f%5Bpage%5D=2")
    #expect(try text(HTTP.Query(["z": 1, "a": .null])) == "a&z=1")
    #expect(try text(.encoding(RequestParameters(ordered: [("z", 1), ("a", 2)]))) == "z=1&a=2")
    #expect(try text(.encoding(["a": 1])) == "encoded")
  }

  @Test func `a nil value in a nested dictionary of parameters is omitted`() throws {
    let holes: [String: Int?] = ["a": nil, "b": 1]
    #expect(try RequestParameters(holes).formText() == "b=1")
    #expect(try text(["f": holes]) == "f%5Bb%5D=1")
  }
}
