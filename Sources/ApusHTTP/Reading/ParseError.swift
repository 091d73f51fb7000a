extension HTTP {
  /// The reason that received bytes are not a message; offsets count from its first byte.
  ///
  /// An error is final: the reader that threw it stays failed, and the connection cannot be used
  /// again.
  public enum ParseError: Error, Equatable, Sendable {
    /// A part of a message, as errors name it.
    public enum Part: String, Sendable, Hashable {
      case statusLine = "status line"
      case requestLine = "request line"
      case fieldName = "field name"
      case fieldValue = "field value"
      case chunkSize = "chunk size"
      case chunkExtension = "chunk extension"
      case chunkData = "line end after a chunk"
      case trailer = "trailer section"
      case head = "head"
      case body = "body"
    }

    /// The start line does not follow its grammar from this byte on.
    case malformedStartLine(Part, at: Int)
    /// A response begins with these bytes, and not with a version of HTTP.
    case notHTTP([UInt8])
    /// The version's major number is not 1.
    case unsupportedVersion(at: Int)
    /// A byte that is not allowed in this part.
    case invalidByte(UInt8, Part, at: Int)
    /// A carriage return or line feed that is not part of CRLF.
    case strayLineEnd(Part, at: Int)
    /// White space where the first field line should begin.
    case leadingWhitespace(Part, at: Int)
    /// A field line folded over several lines, in a request.
    case obsoleteFold(at: Int)
    /// A part is larger than its limit.
    case limitExceeded(LimitName, limit: Int, at: Int)
    /// A `Content-Length` that is not a number, too large a number, or two numbers.
    case invalidContentLength
    /// Both `Content-Length` and `Transfer-Encoding`: two readers might read two messages.
    case lengthBesideTransferEncoding
    /// A `Transfer-Encoding` other than `chunked`.
    case unsupportedTransferEncoding
    /// A `Transfer-Encoding` in a request of HTTP/1.0, which has none.
    case transferEncodingInHTTP10
    /// A chunk's size is too large for an integer.
    case chunkTooLarge(at: Int)
    /// No `Host`, several, or an invalid one.
    case invalidHost(lineCount: Int)
    /// A request target that does not fit the method, or has a byte that no target has.
    case invalidTarget(at: Int)
    /// 101 without a request for an upgrade.
    case unexpectedUpgrade
    /// Bytes though no request is waiting for a response.
    case unsolicited
    /// The connection ended inside the message; `part` was not complete.
    case truncated(Part, at: Int)
    /// The reader failed before, with an error that was thrown then.
    case alreadyFailed
  }
}

extension HTTP.ParseError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedStartLine(let part, let at):
      "byte \(at): malformed \(part.rawValue)"
    case .notHTTP(let start):
      "the response is not HTTP: it begins with \(ForeignText.escaped(start).debugDescription)"
    case .unsupportedVersion(let at):
      "byte \(at): only HTTP/1 is spoken here"
    case .invalidByte(let byte, let part, let at):
      "byte \(at): 0x\(Hex.encode(byte)) is not allowed in a \(part.rawValue)"
    case .strayLineEnd(let part, let at):
      "byte \(at): a line end that is not CRLF in the \(part.rawValue)"
    case .leadingWhitespace(let part, let at):
      "byte \(at): white space before the first field of the \(part.rawValue)"
    case .obsoleteFold(let at):
      "byte \(at): a field line is folded over several lines"
    case .limitExceeded(let name, let limit, let at):
      "byte \(at): \(name.rawValue) is over its limit of \(limit)"
    case .invalidContentLength:
      "Content-Length is not one number"
    case .lengthBesideTransferEncoding:
      "Content-Length beside Transfer-Encoding"
    case .unsupportedTransferEncoding:
      "Transfer-Encoding is not chunked"
    case .transferEncodingInHTTP10:
      "Transfer-Encoding in a message of HTTP/1.0"
    case .chunkTooLarge(let at):
      "byte \(at): the chunk's size is beyond 2^63-1"
    case .invalidHost(let count):
      "\(count) Host lines or an invalid host; exactly one valid host is required"
    case .invalidTarget(let at):
      "byte \(at): the request target does not fit the method or the grammar"
    case .unexpectedUpgrade:
      "101 Switching Protocols without a request for an upgrade"
    case .unsolicited:
      "bytes though no request is waiting for a response"
    case .truncated(let part, let at):
      "byte \(at): the connection ended inside the \(part.rawValue)"
    case .alreadyFailed:
      "the reader has failed before"
    }
  }
}
