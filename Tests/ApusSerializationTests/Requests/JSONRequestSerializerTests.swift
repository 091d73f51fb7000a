import ApusHTTP
import ApusSerialization
import Testing

/// JQ rows: requests whose body is JSON.
struct JSONRequestSerializerTests {
  private func text(_ request: HTTP.Request) -> String { MultipartTests.text(request.body) }

  @Test func `a GET request with parameters in its query has no JSON body`() throws {
    for method: HTTP.Method in [.get, .head, .delete] {
      let request = try JSONRequestSerializer().request(method, "x", ["a": [1]])
      #expect(request.target == "x?a%5B%5D=1")
      #expect(request.body.isEmpty && request.body.mediaType == nil)
    }
  }

  @Test func `a JSON body has the media type without charset, and an empty body has none`() throws {
    let request = try JSONRequestSerializer().request(.post, "x", ["b": 1, "a": "é/"])
    #expect(text(request) == #"{"a":"é/","b":1}"#)
    #expect(request.body.mediaType?.description == "application/json")
    let nothing = try JSONRequestSerializer().request(.post, "x")
    #expect(nothing.body.length == HTTP.BodyLength.none)
    #expect(nothing.body.mediaType == nil)
    var typed = HTTP.Request.post("x")
    typed.headers[.contentType] = "application/x-own"
    let made = try JSONRequestSerializer().serialize(typed, ["a": 1])
    #expect(made.headers.values(of: .contentType) == ["application/x-own"])
    var own = JSONRequestSerializer()
    own.http.headers[.contentType] = "application/vnd.own+json"
    #expect(
      try own.request(.post, "x", ["a": 1]).headers[.contentType] == "application/vnd.own+json")
  }

  @Test func `a JSON body that is a single string is rejected unless fragments are allowed`() throws
  {
    var serializer = JSONRequestSerializer()
    #expect(throws: RequestSerializationError.loneValue) {
      try serializer.serialize(.post("x"), "text")
    }
    #expect(text(try serializer.serialize(.post("x"), [1, 2])) == "[1,2]")
    serializer.allowsFragments = true
    #expect(text(try serializer.serialize(.post("x"), "text")) == "\"text\"")
    let error = #expect(throws: RequestSerializationError.self) {
      try serializer.serialize(.post("x"), [Double.nan])
    }
    guard case .json(let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.path == ["0"] && error?.number == -1016)
  }

  @Test func `a set parameter is written as a sorted JSON array`() throws {
    let words = ["b", "a", "10", "9", "Z", "é"]
    let elements: [RequestParameters.Value] =
      words.map { .text($0) } + [10, 9, 1.5, true, nil, .moment(JSON.Moment(seconds: 0))]
    let query = try JSONRequestSerializer().request(
      .get, "x", ["s": .set(["b", "9", 10, true, "a"])])
    #expect(query.target == "x?s=1&s=10&s=9&s=a&s=b")
    let expected =
      #"{"s":[null,true,1.5,10,"10","1970-01-01T00:00:00Z",9,"9","Z","a","b","é"]}"#
    for _ in 0..<10 {
      let made = try JSONRequestSerializer().request(.post, "x", ["s": .set(elements.shuffled())])
      #expect(text(made) == expected)
      // The same where parameters are written as a value of their own.
      let value = RequestParameters.Value.object(["s": .set(elements.shuffled())])
      let written = try JSONCoder().encode(value)
      #expect(String(decoding: written, as: UTF8.self) == expected)
    }
    // Sets in sets, and objects in sets, too.
    let nested: [RequestParameters.Value] = [.set([2, 1]), .set([1]), ["k": .set(["b", "a"])]]
    for _ in 0..<10 {
      let made = try JSONRequestSerializer().request(.post, "x", ["s": .set(nested.shuffled())])
      #expect(text(made) == #"{"s":[[1],[1,2],{"k":["a","b"]}]}"#)
    }
  }

  @Test func `each type of parameter is written as the expected JSON value`() throws {
    let parameters: RequestParameters = [
      "null": nil, "bool": true, "int": 1, "double": 1.5, "text": "t", "array": [1, "a"],
      "set": .set([3]), "object": ["k": 1], "date": .moment(JSON.Moment(seconds: 0)),
      "data": .data([0xff]), "big": .init(UInt64.max),
    ]
    #expect(
      text(try JSONRequestSerializer().request(.post, "x", parameters))
        == #"{"array":[1,"a"],"big":18446744073709551615,"bool":true,"data":"/w==","#
        + #""date":"1970-01-01T00:00:00Z","double":1.5,"int":1,"null":null,"object":{"k":1},"#
        + #""set":[3],"text":"t"}"#)
  }

  @Test func `the JSON coder of a serializer determines the JSON format of its requests`() throws {
    var serializer = JSONRequestSerializer()
    serializer.coder.writing = .pretty
    serializer.coder.writing.escapes = .slashes
    let copy = serializer
    #expect(text(try copy.request(.post, "x", ["a": "/"])) == "{\n  \"a\": \"\\/\"\n}")
    serializer.coder.writing.layout = .compact
    #expect(text(try copy.serialize(.post("x"), ["a": "/"])) == "{\n  \"a\": \"\\/\"\n}")
  }

  @Test func `a JSON request serializer adds its header fields and compresses the body`() throws {
    var serializer = JSONRequestSerializer()
    serializer.http.headers["X-A"] = "1"
    serializer.http.options.idle = .seconds(3)
    serializer.http.compression = .balanced
    let request = try serializer.request(.post, "x", ["a": 1])
    #expect(request.headers["X-A"] == "1")
    #expect(request.options.idle == .seconds(3))
    #expect(request.body.coding == .gzip)
    #expect(request.body.mediaType == .json)
  }

  @Test func `JSON and form bodies are created from a literal with their media types`() throws {
    #expect(MultipartTests.text(try .json(["a": 1], using: JSONCoder())) == #"{"a":1}"#)
    #expect(HTTP.Body.json(["a": 1]).mediaType == .json)
    #expect(
      MultipartTests.text(try .form(["a": "b c"], using: RequestParameters.Style())) == "a=b%20c")
    #expect(HTTP.Body.form(["a": 1]).mediaType == .form)
  }
}
