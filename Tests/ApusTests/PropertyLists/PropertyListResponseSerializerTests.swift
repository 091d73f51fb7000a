import Apus
import FoundationEssentials
import Testing

/// PL rows: responses that are property lists.
struct PropertyListResponseSerializerTests {
  private struct User: Codable, Equatable { var name: String }

  private let serializer = PropertyListResponseSerializer(User.self)

  private func response(
    _ format: PropertyListDecoder.PropertyListFormat = .xml, _ status: HTTP.Status = .ok,
    type: HTTP.FieldValue = "application/x-plist"
  ) throws -> HTTP.Response {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let body = Array(try encoder.encode(User(name: "Ada")))
    return HTTP.Response(status, headers: [.contentType: type], body: body)
  }

  @Test(arguments: ["application/xml", "text/xml", "application/json"])
  func `a property list serializer rejects other media types without parsing`(_ type: String) throws
  {
    let result = serializer.serialize(try response(type: HTTP.FieldValue(type)))
    #expect(result.value == nil)
    #expect(
      result.error?.primary == .mediaType(type, accepted: ["application/x-plist"]))
  }

  @Test func `a property list response with status 404 has an error and a decoded value`() throws {
    let result = serializer.serialize(try response(.xml, .notFound))
    #expect(result.value == User(name: "Ada"))
    #expect(result.error?.primary == .status(404, phrase: "Not Found"))
    let broken = HTTP.Response(
      404, headers: [.contentType: "application/x-plist"], body: Array("<plist>".utf8))
    #expect(serializer.serialize(broken).error?.primary == .status(404, phrase: "Not Found"))
  }

  @Test func `empty property list content is decoded as nil without an error`() throws {
    let result = serializer.serialize(HTTP.Response(.noContent))
    #expect(result.value == nil && result.error == nil)
    let typed = HTTP.Response(200, headers: [.contentType: "application/x-plist"])
    #expect(try serializer.value(of: typed) == nil)
    #expect(try serializer.value(of: typed, as: [Int].self) == nil)
    // Empty content of any other type is nil too, and a rejected status is an error without a
    // value.
    let other = serializer.serialize(HTTP.Response(200, headers: [.contentType: "text/html"]))
    #expect(other.value == nil && other.error == nil)
    #expect(serializer.serialize(HTTP.Response(500)).error?.causes.count == 1)
  }

  @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
  func `a property list response is decoded from the XML or the binary format`(
    _ format: PropertyListDecoder.PropertyListFormat
  ) throws {
    let list = try response(format)
    #expect(try serializer.value(of: list) == User(name: "Ada"))
    #expect(try serializer.value(of: list, as: [String: String].self) == ["name": "Ada"])
  }

  @Test func `malformed property list data throws an error`() throws {
    var broken = try response()
    broken.body.removeLast(20)
    let error = try #require(serializer.serialize(broken).error)
    guard case .other = error.primary else {
      Issue.record("\(error)")
      return
    }
    #expect(error.number == -1017)
  }

  @Test func `the options of property list serializers are encoded and decoded`() throws {
    var serializer = serializer
    serializer.validation.mediaTypes = ["a/b"]
    let data = try JSONEncoder().encode(serializer)
    let again = try JSONDecoder().decode(PropertyListResponseSerializer<User>.self, from: data)
    #expect(again.validation == serializer.validation)
    var request = PropertyListRequestSerializer()
    request.format = .binary
    request.http.headers["X-Tenant"] = "blue"
    try request.http.setBasicAuthorization(user: "svc", password: "secret")
    let kept = try JSONEncoder().encode(request)
    let other = try JSONDecoder().decode(PropertyListRequestSerializer.self, from: kept)
    #expect(other.format == .binary && other.http.headers.map(\.name.text) == ["X-Tenant"])
  }
}
