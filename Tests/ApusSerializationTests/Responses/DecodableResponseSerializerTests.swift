import ApusHTTP
import ApusSerialization
import Testing

/// Values of types out of responses, and text.
struct DecodableResponseSerializerTests {
  private struct User: Codable, Equatable, Sendable {
    var id: Int
    var name: String
  }

  private let serializer = DecodableResponseSerializer(User.self)

  private func response(_ status: HTTP.Status, _ type: String?, _ body: String) -> HTTP.Response {
    ResponseValidationTests.response(status, type, body)
  }

  @Test func `JSON content is decoded as a value of a Decodable type`() throws {
    let user = try serializer.value(
      of: response(200, "application/json", #"{"id":1,"name":"Ada"}"#))
    #expect(user == User(id: 1, name: "Ada"))
    #expect(try serializer.value(of: response(204, nil, "")) == nil)
    #expect(try serializer.value(of: response(200, "application/json", " ")) == nil)
  }

  @Test func `the error for undecodable JSON content contains the position`() {
    let error = #expect(throws: ResponseSerializationError.self) {
      try serializer.value(of: response(200, "application/json", #"{"id":"x"}"#))
    }
    guard case .value(let cause) = error?.primary else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.path == ["id"])
  }

  @Test func `a 409 response with decodable content has a value and one error`() {
    let body = #"{"id":1,"name":"Ada"}"#
    let both = serializer.serialize(response(409, "application/json", body))
    #expect(both.value == User(id: 1, name: "Ada"))
    #expect(both.error?.causes == [.status(409, phrase: "Conflict")])
    let other = serializer.serialize(response(409, "application/json", "{}"))
    #expect(other.value == nil)
    #expect(other.error?.causes == [.status(409, phrase: "Conflict")])
    #expect(serializer.serialize(response(200, "text/html", body)).value == nil)
  }

  @Test func `the error of a custom coder is reported as the response error`() throws {
    struct Refusing: JSONCoding {
      struct Failure: Error {}
      func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        throw Failure()
      }
      func encode(_ value: some Encodable) throws -> [UInt8] { [] }
    }
    let refusing = DecodableResponseSerializer(User.self, coder: Refusing())
    #expect(
      refusing.serialize(response(200, "application/json", "{}")).error?.primary
        == .other("Failure()"))
    var coder = JSONCoder()
    coder.keys = .snakeCase
    struct Named: Decodable, Equatable, Sendable { var firstName: String }
    let snake = DecodableResponseSerializer(Named.self, coder: coder)
    #expect(
      try snake.value(of: response(200, "text/json", #"{"first_name":"Ada"}"#))
        == Named(firstName: "Ada"))
  }
}
