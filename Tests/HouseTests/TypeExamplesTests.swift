import ApusNet
import Testing

/// The examples in the comments of the types that users meet first are code that is compiled.
struct TypeExamplesTests {
  /// The name of each example, and the file with the type, whose name is the last part.
  private static let types = [
    "HTTPSession": "ApusSession/Session/HTTPSession",
    "Configuration": "ApusSession/Configuration/Configuration",
    "HTTPSession.Response": "ApusSession/Verbs/HTTPSession+Response",
    "StubRoutes": "ApusSession/Session/StubRoutes",
    "HTTPTask": "ApusSession/Tasks/HTTPTask",
    "HTTPSessionError": "ApusSession/Errors/HTTPSessionError",
    "ResponseContent": "ApusSession/Streams/ResponseContent",
    "Reconnection": "ApusSession/Streams/Reconnection",
    "Interceptor": "ApusSession/Interceptors/Interceptor",
    "Monitor": "ApusSession/Monitoring/Event",
    "EventLog": "ApusSession/Monitoring/EventLog",
    "Cassette": "ApusSession/Cassettes/Cassette",
    "ResponseCache": "ApusSession/Configuration/ResponseCache",
    "CookieStorage": "ApusSession/Credentials/CookieStorage",
    "Credentials": "ApusSession/Credentials/Credentials",
    "StrictTransport": "ApusSession/StrictTransport/StrictTransport",
    "RateLimit": "ApusSession/Rules/RateLimit",
    "Timeouts": "ApusConnections/Settings/Timeouts",
    "Proxies": "ApusConnections/Proxies/Proxies",
    "Policy": "ApusTLS/Trust/Policy",
    "RetryPolicy": "ApusHTTP/Message/RetryPolicy",
    "HTTP.Request": "ApusHTTP/Message/Request",
    "HTTP.Response": "ApusHTTP/Message/Response",
    "Body": "ApusHTTP/Body/Body",
    "Target": "ApusHTTP/URL/Target",
    "URL": "ApusHTTP/URL/URL",
    "Query": "ApusSerialization/Parameters/Query",
    "RequestParameters": "ApusSerialization/Parameters/RequestParameters",
    "JSONCoder": "ApusSerialization/JSON/Codable/JSONCoder",
    "Multipart": "ApusSerialization/Multipart/Multipart",
    "Certificate": "ApusX509/Certificate/Certificate",
    "Reachability": "ApusNet/Reachability/Reachability",
    "TestServer": "ApusTestServer/TestServer",
    "TestNetwork": "ApusTestServer/Network/TestNetwork",
    "TestAuthority": "ApusTestServer/Security/TestAuthority",
  ]

  @Test func `each of the main types has an example that is compiled`() throws {
    let house = try House.here.get()
    var compiled: [String: String] = [:]
    for file in house.files where file.path.utf8.starts(with: "Tests/ApusTests/Examples/".utf8) {
      try addExamples(of: file, to: &compiled)
    }
    #expect(Self.types.count >= 30 && Set(compiled.keys) == Set(Self.types.keys))
    for (name, path) in Self.types {
      let file = try #require(house.files.first { $0.path == "Sources/\(path).swift" }, "\(path)")
      let type = String(name.split(separator: ".").last ?? "")
      #expect(try example(of: type, in: file) == compiled[name], "\(name)")
    }
  }

  /// Returns the first block of code in the comment of a public type.
  private func example(of type: String, in file: SourceFile) throws -> String {
    let declaration = try #require(
      file.outline.declarations.first { $0.name == type && $0.isType && $0.isPublic }, "\(type)")
    let lines = file.lines.map { String(decoding: $0, as: UTF8.self) }
    let comment = lines[..<(declaration.firstLine - 1)].reversed().map { $0.drop { $0 == " " } }
      .prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }.reversed()
    let code = comment.drop { !$0.hasPrefix("///     ") }.prefix { $0.hasPrefix("///     ") }
    return code.map { $0.dropFirst(8) + "\n" }.joined()
  }

  private func addExamples(of file: SourceFile, to examples: inout [String: String]) throws {
    var open: (name: String, indent: Int)?
    for line in file.lines.map({ String(decoding: $0, as: UTF8.self) }) {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("// Example: ") {
        #expect(open == nil, "\(file.path)")
        open = (String(words.dropFirst(12)), line.count - words.count)
        #expect(examples.updateValue("", forKey: open?.name ?? "") == nil, "\(line)")
      } else if words == "// End." {
        open = nil
      } else if let (name, indent) = open {
        examples[name, default: ""] += line.dropFirst(indent) + "\n"
      }
    }
    #expect(open == nil, "\(file.path)")
  }
}
