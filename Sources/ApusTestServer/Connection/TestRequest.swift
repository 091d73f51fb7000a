public import ApusHTTP
public import ApusSerialization
public import ApusTLS

/// A request that the test server received, with its complete content.
public struct TestRequest: Sendable {
  /// The head of the request, with the method, the target and the header fields.
  public var head: HTTP.RequestHead
  /// The content of the received request.
  public var body: [UInt8]
  /// The trailer fields of the request.
  public var trailers: HTTP.Fields
  /// The number of the request's connection on the server, counted from 1.
  public var connection: Int
  /// The properties of the connection's TLS handshake. The value is `nil` without TLS.
  public var tls: TLS.ServerFacts?

  /// The HTTP method of the request.
  public var method: HTTP.Method { head.method }

  /// The path of the request target, without the server and the query.
  ///
  /// A proxy receives request targets such as `http://host/path`.
  public var path: String {
    if case .absolute = head.target.form {
      guard let path = (try? HTTP.Reference(head.target.text))?.path else { return "/" }
      return path.isEmpty ? "/" : path
    }
    return String(decoding: head.target.text.utf8.prefix { $0 != 0x3f }, as: UTF8.self)
  }

  /// The part of the request target after the `?`.
  /// The value is `nil` if the request target has no query.
  public var query: String? {
    let bytes = head.target.text.utf8
    guard let mark = bytes.firstIndex(of: 0x3f) else { return nil }
    return String(decoding: bytes[bytes.index(after: mark)...], as: UTF8.self)
  }

  /// The header fields of the request.
  public var headers: HTTP.Fields { head.fields }

  /// The segments of the request's path, which slashes separate.
  public var segments: [String] { path.split(separator: "/").map(String.init) }
}

/// The reaction of a test server to a request.
public enum TestAnswer: Sendable {
  /// The server sends a response, with an optional fault.
  case response(HTTP.Response, AnswerFault? = nil)
  /// The server sends a response of unknown length, whose content a closure writes piece by piece.
  case stream(HTTP.ResponseHead, TestConnection.Work)
  /// The server sends arbitrary bytes and closes the connection.
  case bytes([UInt8])
  /// The server passes the connection to a closure, and closes the connection when the closure
  /// returns.
  case connection(TestConnection.Work)
}

extension TestAnswer {
  /// Returns a response that contains a value as JSON.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - status: The status of the response; 200 by default.
  ///   - coder: The coder that encodes the value.
  public static func json(
    _ value: some Encodable, status: HTTP.Status = .ok, using coder: any JSONCoding = JSONCoder()
  ) throws -> TestAnswer {
    .response(try .json(value, status: status, using: coder))
  }

  /// Returns a response that contains a text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The content of the response.
  ///   - status: The status of the response; 200 by default.
  public static func text(_ text: String, status: HTTP.Status = .ok) -> TestAnswer {
    .response(.text(text, status: status))
  }
}
