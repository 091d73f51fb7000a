public import ApusHTTP
public import ApusSerialization
public import ApusTLS

/// A received request with its complete content.
public struct TestRequest: Sendable {
  /// The method, the target and the fields.
  public var head: HTTP.RequestHead
  /// The content.
  public var body: [UInt8]
  /// The trailer fields.
  public var trailers: HTTP.Fields
  /// The number of its connection on the server, counted from 1.
  public var connection: Int
  /// The facts of the connection's handshake; nil without TLS.
  public var tls: TLS.ServerFacts?

  /// The method.
  public var method: HTTP.Method { head.method }

  /// The target's path, without the server and the query.
  ///
  /// A proxy receives targets such as `http://host/path`.
  public var path: String {
    if case .absolute = head.target.form {
      guard let path = (try? HTTP.Reference(head.target.text))?.path else { return "/" }
      return path.isEmpty ? "/" : path
    }
    return String(decoding: head.target.text.utf8.prefix { $0 != 0x3f }, as: UTF8.self)
  }

  /// The part of the target after the `?`.
  public var query: String? {
    let bytes = head.target.text.utf8
    guard let mark = bytes.firstIndex(of: 0x3f) else { return nil }
    return String(decoding: bytes[bytes.index(after: mark)...], as: UTF8.self)
  }

  /// The headers.
  public var headers: HTTP.Fields { head.fields }

  /// The parts of the path.
  public var segments: [String] { path.split(separator: "/").map(String.init) }
}

/// The answer of a server to a request.
public enum TestAnswer: Sendable {
  /// Responds with a response, with an optional fault.
  case response(HTTP.Response, AnswerFault? = nil)
  /// Responds with content of unknown length, which a closure writes piece by piece.
  case stream(HTTP.ResponseHead, TestConnection.Work)
  /// Sends any bytes, and closes the connection.
  case bytes([UInt8])
  /// Passes the connection to a closure, and closes it when that returns.
  case connection(TestConnection.Work)
}

extension TestAnswer {
  /// Responds with a value as JSON.
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

  /// Returns text in UTF-8 as a response.
  ///
  /// - Parameters:
  ///   - text: The content.
  ///   - status: The status of the response; 200 by default.
  public static func text(_ text: String, status: HTTP.Status = .ok) -> TestAnswer {
    .response(.text(text, status: status))
  }
}

/// A fault of a response, for tests of a client's error handling.
public enum AnswerFault: Sendable, Hashable {
  /// Ends the connection correctly after a number of bytes of the response.
  case finish(afterByteCount: Int)
  /// Ends the connection after a number of bytes of the response, in TLS without close_notify.
  case cut(afterByteCount: Int)
  /// Resets the connection after a number of bytes of the response.
  case reset(afterByteCount: Int)
  /// Writes the response in pieces of a number of bytes, with a pause between them.
  case drip(byteCount: Int, every: Duration)
  /// Reads the request and never responds.
  case silence
  /// Announces a length with a difference to the sent bytes, and ends the connection.
  case wrongLength(by: Int)
  /// Sends the content in chunks; the last one has an invalid size.
  case badChunk
  /// Sends a number of informational responses before the final one.
  case informational(count: Int)
  /// Sends a field with a value of a number of bytes.
  case hugeField(byteCount: Int)
  /// Sends the response, followed by unsolicited bytes.
  case strayBytes([UInt8])
}
