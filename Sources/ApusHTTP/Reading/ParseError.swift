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
      "byte \(at): the \(part.rawValue) is malformed"
    case .notHTTP(let start):
      "the response is not HTTP: the response begins with "
        + "\(ForeignText.escaped(start).debugDescription)"
    case .unsupportedVersion(let at):
      "byte \(at): the HTTP version is not supported; only HTTP/1 is supported"
    case .invalidByte(let byte, let part, let at):
      "byte \(at): the byte 0x\(Hex.encode(byte)) is not allowed in a \(part.rawValue)"
    case .strayLineEnd(let part, let at):
      "byte \(at): a line of the \(part.rawValue) does not end with CRLF"
    case .leadingWhitespace(let part, let at):
      "byte \(at): the \(part.rawValue) has white space before the first field"
    case .obsoleteFold(let at):
      "byte \(at): a header field is folded over several lines"
    case .limitExceeded(let name, let limit, let at):
      "byte \(at): the message exceeds the limit \(name.rawValue) of \(limit)"
    case .invalidContentLength:
      "the Content-Length field is not a single valid number"
    case .lengthBesideTransferEncoding:
      "the message has both a Content-Length and a Transfer-Encoding field"
    case .unsupportedTransferEncoding:
      "the Transfer-Encoding of the message is not chunked"
    case .transferEncodingInHTTP10:
      "the message has a Transfer-Encoding field, which HTTP/1.0 does not allow"
    case .chunkTooLarge(let at):
      "byte \(at): the size of a chunk is larger than 2^63-1"
    case .invalidHost(let count):
      "the request must have exactly one valid Host field, but has \(count) Host fields "
        + "or an invalid host"
    case .invalidTarget(let at):
      "byte \(at): the request target is malformed, or does not fit the method"
    case .unexpectedUpgrade:
      "the server responded with 101 Switching Protocols, but the request asked for no upgrade"
    case .unsolicited:
      "the server sent bytes although no request waits for a response"
    case .truncated(let part, let at):
      "byte \(at): the connection ended inside the \(part.rawValue) of the message"
    case .alreadyFailed:
      "the message reader cannot continue after an earlier error"
    }
  }
}
