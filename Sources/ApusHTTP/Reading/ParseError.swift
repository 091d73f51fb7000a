extension HTTP {
  /// The reason that received bytes are not a valid HTTP message. Offsets are counted from the
  /// first byte of the message.
  ///
  /// After a parse error, the reader rejects all further bytes, and the connection cannot be
  /// reused.
  public enum ParseError: Error, Equatable, Sendable {
    /// The name of a part of a message, such as the request line, which a parse error contains.
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

    /// The request line or status line is malformed at the associated byte offset.
    case malformedStartLine(Part, at: Int)
    /// The response begins with the associated bytes instead of an HTTP version.
    case notHTTP([UInt8])
    /// The major version number of the message is not 1.
    case unsupportedVersion(at: Int)
    /// The associated part of the message contains an invalid byte.
    case invalidByte(UInt8, Part, at: Int)
    /// The message contains a carriage return or line feed that is not part of CRLF.
    case strayLineEnd(Part, at: Int)
    /// The field section begins with white space instead of a field name.
    case leadingWhitespace(Part, at: Int)
    /// The request has a field line that is folded over several lines.
    case obsoleteFold(at: Int)
    /// A part of the message exceeds the associated size limit.
    case limitExceeded(LimitName, limit: Int, at: Int)
    /// The `Content-Length` is not a number, is too large, or has two different values.
    case invalidContentLength
    /// The message has both `Content-Length` and `Transfer-Encoding`, so two readers might disagree
    /// about the end of the message.
    case lengthBesideTransferEncoding
    /// The message has a `Transfer-Encoding` other than `chunked`.
    case unsupportedTransferEncoding
    /// An HTTP/1.0 request has a `Transfer-Encoding`, which HTTP/1.0 does not define.
    case transferEncodingInHTTP10
    /// The size of a chunk does not fit in a 64-bit integer.
    case chunkTooLarge(at: Int)
    /// The request has no `Host` field, several `Host` fields, or an invalid `Host` field.
    case invalidHost(lineCount: Int)
    /// The request target contains an invalid byte, or its form is invalid for the request method.
    case invalidTarget(at: Int)
    /// The server sent the status 101, but the request had no `Upgrade` field.
    case unexpectedUpgrade
    /// The server sent bytes while no request was waiting for a response.
    case unsolicited
    /// The connection ended before the associated part of the message was complete.
    case truncated(Part, at: Int)
    /// The message reader was called again after a parse error.
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
