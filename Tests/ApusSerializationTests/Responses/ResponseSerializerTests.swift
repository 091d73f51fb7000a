import ApusHTTP
import ApusSerialization
import Testing

/// The values of responses for callers that name a type.
struct ResponseSerializerTests {
  private struct User: Codable, Equatable { var firstName: String }

  /// The serializer of a caller for a format of its own.
  private struct Reversed: ResponseSerializer {
    func serialize(_ response: HTTP.Response) -> SerializedResponse<String> {
      SerializedResponse(String(decoding: response.body.reversed(), as: UTF8.self))
    }
  }

  private func json(_ body: String, _ status: HTTP.Status = 200) -> HTTP.Response {
    ResponseValidationTests.response(status, "application/json", body)
  }

  @Test func `by default, a serializer throws an error for a type other than its own`() throws {
    let response = json("abc")
    #expect(try Reversed().value(of: response, as: String.self) == "cba")
    #expect(throws: ResponseSerializationError(.anotherType("String", wanted: "Int"))) {
      try Reversed().value(of: response, as: Int.self)
    }
    #expect(try DataResponseSerializer().value(of: response, as: [UInt8].self) == [97, 98, 99])
    #expect(try Reversed().value(of: response, as: String?.self) == "cba")
    #expect(throws: ResponseSerializationError(.anotherType("Array<UInt8>", wanted: "Array<Int>")))
    {
      try DataResponseSerializer().value(of: json(""), as: [Int].self)
    }
    #expect(throws: ResponseSerializationError(.status(404, phrase: "Not Found"))) {
      try TextResponseSerializer().value(of: json("x", 404), as: String.self)
    }
  }

  @Test func `a JSON response serializer decodes any Decodable type with its coder`() throws {
    var serializer = JSONResponseSerializer()
    serializer.coder.keys = .snakeCase
    let response = json(#"{"first_name":"Ada"}"#)
    #expect(try serializer.value(of: response, as: User.self) == User(firstName: "Ada"))
    #expect(try serializer.value(of: json(""), as: User.self) == nil)
    #expect(try serializer.value(of: json(" "), as: User.self) == nil)
    #expect(throws: ResponseSerializationError.self) {
      try serializer.value(of: json("1"), as: Int.self)
    }
    serializer.allowsFragments = true
    #expect(try serializer.value(of: json("1"), as: Int.self) == 1)
    #expect(throws: ResponseSerializationError.self) {
      try serializer.value(of: json("[1,null]"), as: [Int].self)
    }
    serializer.removesNulls = true
    #expect(try serializer.value(of: json("[1,null]"), as: [Int].self) == [1])
    #expect(try serializer.value(of: json(""), as: [Int].self) == nil)
    #expect(throws: ResponseSerializationError(.status(500, phrase: "Internal Server Error"))) {
      try serializer.value(of: json("[1]", 500), as: [Int].self)
    }
  }

  @Test func `a decodable serializer decodes other types with the same settings`() throws {
    var coder = JSONCoder()
    coder.keys = .snakeCase
    let serializer = DecodableResponseSerializer([Int].self, coder: coder)
    let user = try serializer.value(of: json(#"{"first_name":"Ada"}"#), as: User.self)
    #expect(user == User(firstName: "Ada"))
    #expect(try serializer.value(of: json(""), as: User.self) == nil)
    #expect(throws: ResponseSerializationError.self) {
      try serializer.value(of: json("[]", 404), as: [Int].self)
    }
  }

  @Test func `a compound serializer decodes a type with the first suitable serializer`()
    throws
  {
    let compound = CompoundResponseSerializer([JSONResponseSerializer(), TextResponseSerializer()])
    #expect(try compound.value(of: json("[1]"), as: [Int].self) == [1])
    #expect(try compound.value(of: json("abc"), as: String.self) == "abc")
    #expect(try compound.value(of: json("abc"), as: [UInt8].self) == [97, 98, 99])
    #expect(try compound.value(of: json(""), as: [Int].self) == nil)
    let error = #expect(throws: ResponseSerializationError.self) {
      try compound.value(of: json("abc"), as: [Int].self)
    }
    guard case .value = error?.primary else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(throws: ResponseSerializationError(.status(404, phrase: "Not Found"))) {
      try compound.value(of: json("[1]", 404), as: [Int].self)
    }
  }

  @Test func `the description of each response error cause is a single line`() {
    let causes: [ResponseSerializationError.Cause] = [
      .anotherType("String", wanted: "Int"), .other("a\nb"), .text(charset: "x\r\n"),
      .mediaType("a\u{1b}", accepted: ["b"]), .status(700, phrase: ""),
    ]
    #expect(Set(causes.map(\.description)).count == causes.count)
    for cause in causes { #expect(cause.description.utf8.allSatisfy { $0 >= 0x20 }) }
  }
}
