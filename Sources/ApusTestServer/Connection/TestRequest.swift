public import ApusHTTP
public import ApusTLS

/// A request that has come, with its whole content.
public struct TestRequest: Sendable {
  /// The method, the target and the fields.
  public var head: HTTP.RequestHead
  /// The content.
  public var body: [UInt8]
  /// The fields that came behind the content.
  public var trailers: HTTP.Fields
  /// Which of the server's connections it came on, counted from 1.
  public var connection: Int
  /// The facts of the connection's handshake; nil where there is no TLS.
  public var tls: TLS.ServerFacts?

  /// The method.
  public var method: HTTP.Method { head.method }

  /// The target without its query.
  public var path: String {
    String(decoding: head.target.text.utf8.prefix { $0 != 0x3f }, as: UTF8.self)
  }

  /// What follows the `?` of the target.
  public var query: String? {
    let bytes = head.target.text.utf8
    guard let mark = bytes.firstIndex(of: 0x3f) else { return nil }
    return String(decoding: bytes[bytes.index(after: mark)...], as: UTF8.self)
  }

  /// The parts of the path.
  public var segments: [String] { path.split(separator: "/").map(String.init) }
}

/// What a server does about a request.
public enum TestAnswer: Sendable {
  /// Answers with a response, in order or not.
  case response(HTTP.Response, AnswerFault? = nil)
  /// Answers with content of unknown length, sent piece by piece as a closure writes it.
  case stream(HTTP.ResponseHead, TestConnection.Work)
  /// Sends those bytes, whatever they are, and closes the connection.
  case bytes([UInt8])
  /// Leaves the connection to a closure, and closes it when that returns.
  case connection(TestConnection.Work)
}

/// What the test server can be told to do wrong, so that a client can be seen to bear it.
public enum AnswerFault: Sendable, Hashable {
  /// Ends the connection in order after that many bytes of the answer.
  case finish(afterByteCount: Int)
  /// Cuts the connection off after that many bytes of the answer, in TLS without a close_notify.
  case cut(afterByteCount: Int)
  /// Resets the connection after that many bytes of the answer.
  case reset(afterByteCount: Int)
  /// Writes the answer in pieces of that many bytes, with a pause between them.
  case drip(byteCount: Int, every: Duration)
  /// Reads the request and never answers.
  case silence
  /// Announces that many bytes more than it sends, or fewer, and ends the connection.
  case wrongLength(by: Int)
  /// Sends the content in chunks, of which the last has a size that is no number.
  case badChunk
  /// Sends that many informational responses before the answer.
  case informational(count: Int)
  /// Sends a field with a value of that many bytes.
  case hugeField(byteCount: Int)
  /// Sends the answer and bytes that belong to none behind it.
  case strayBytes([UInt8])
}
