extension HTTP {
  /// The reason that text is not a URL or a reference to one.
  ///
  /// Offsets count the bytes of the text, in UTF-8. Only the scheme of the text is kept, since
  /// rejected text may contain a password.
  public enum InvalidURL: Error, Equatable, Sendable {
    /// The text or the URL made of it has that many bytes where at most `limit` are allowed.
    case tooLong(count: Int, limit: Int)
    /// A control, a space or a backslash, which parsers disagree about or which end a line.
    case forbiddenByte(at: Int, byte: UInt8)
    /// A `%` is not followed by two hexadecimal digits.
    case malformedPercentEncoding(at: Int)
    /// A relative path has a `:` in its first segment, so that others would read a scheme.
    case colonInFirstSegment(at: Int)
    /// The text is a relative reference, and a whole URL is required.
    case missingScheme
    /// The scheme is neither `http` nor `https`.
    case unsupportedScheme(String)
    /// No `//` and host follow the scheme.
    case missingAuthority(at: Int)
    /// A second `@` precedes the path, so that parsers disagree about the host.
    case repeatedAt(at: Int)
    /// A user precedes the host, and the caller cannot receive one; `parse` returns it.
    case unexpectedUserinfo(at: Int)
    /// The user or password has an octet that its grammar lacks, a control, or is not UTF-8.
    case malformedUserinfo(at: Int)
    /// The host that begins there is none; the offsets of the cause count from there.
    case malformedHost(at: Int, NameError)
    /// The text after the host is not `:` and a number from 1 to 65535 without leading zeros.
    case malformedPort(at: Int)
    /// A value that is to be a segment of a path is `.` or `..`, which would vanish.
    case dotSegment
    /// A value for a path segment is empty, which would make it another path.
    case emptySegment
    /// The first value of an interpolated target has `://` in it: it is a URL, and no segment.
    case interpolatedURL
    /// The base of a session has a query, which no request would have.
    case queryOfBase
    /// A name or value in the query does not spell UTF-8; the offset counts from the query's start.
    case malformedQueryItem(at: Int)
  }
}

extension HTTP.InvalidURL: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let count, let limit):
      "the URL has \(count) bytes, but at most \(limit) bytes are allowed"
    case .forbiddenByte(let at, 0x20): "byte \(at): a space is not allowed in a URL"
    case .forbiddenByte(let at, let byte):
      "byte \(at): the byte 0x\(Hex.encode(byte)) is not allowed in a URL"
    case .malformedPercentEncoding(let at):
      "byte \(at): two hexadecimal digits must follow the % in a URL"
    case .colonInFirstSegment(let at):
      "byte \(at): the first segment of a relative URL must not contain a colon"
    case .missingScheme: "the URL must begin with http:// or https://"
    case .unsupportedScheme(let scheme):
      "the URL has the scheme \(ForeignText.escaped(scheme.utf8)) instead of http or https"
    case .missingAuthority(let at): "byte \(at): // and a host must follow the scheme of the URL"
    case .repeatedAt(let at): "byte \(at): the URL has a second @ before the path"
    case .unexpectedUserinfo(let at):
      "byte \(at): the URL must not contain a user name or a password"
    case .malformedUserinfo(let at):
      "byte \(at): the user name and the password in the URL are malformed"
    case .malformedHost(let at, let error):
      "the host at byte \(at) of the URL is not valid: \(error)"
    case .malformedPort(let at): "byte \(at): the port of the URL is not a number from 1 to 65535"
    case .dotSegment:
      "a value of the target must not be the path segment . or .., because the segment "
        + "would change the path"
    case .emptySegment:
      "a value of the target is empty, but a path segment must not be empty, because "
        + "the path would change"
    case .interpolatedURL:
      "the first value of the target is a whole URL, which would be escaped as one path "
        + "segment; pass .url(url) or .reference(text)"
    case .queryOfBase:
      "a base URL must not have a query, because targets replace the query; add the "
        + "query to each request with query:"
    case .malformedQueryItem(let at): "byte \(at) of the query: a name or value is not valid UTF-8"
    }
  }
}
