extension HTTP {
  /// The reason that a text is not a valid URL or URL reference.
  ///
  /// The offset of an error is counted in UTF-8 bytes of the URL text. An error contains only the
  /// scheme of the rejected URL, because the URL may contain a password.
  public enum InvalidURL: Error, Equatable, Sendable {
    /// The text, or the canonical form of the URL, is longer than the limit.
    case tooLong(count: Int, limit: Int)
    /// The URL contains a control character, a space or a backslash, which different parsers
    /// interpret differently.
    case forbiddenByte(at: Int, byte: UInt8)
    /// The URL contains a `%` without two hexadecimal digits after it.
    case malformedPercentEncoding(at: Int)
    /// The first segment of a relative path contains a `:`, so other parsers would interpret it as
    /// a scheme.
    case colonInFirstSegment(at: Int)
    /// The text is a relative reference instead of an absolute URL.
    case missingScheme
    /// The scheme of the URL is neither `http` nor `https`.
    case unsupportedScheme(String)
    /// The scheme is not followed by `//` and a host.
    case missingAuthority(at: Int)
    /// The URL has a second `@` before the path, so different parsers would find different hosts.
    case repeatedAt(at: Int)
    /// The URL contains a user name. Use `parse` for URLs with a user name.
    case unexpectedUserinfo(at: Int)
    /// The user name or password in the URL contains an invalid byte or a control character, or is
    /// not valid UTF-8.
    case malformedUserinfo(at: Int)
    /// The host of the URL is invalid. The byte offset in the associated error is counted from the
    /// start of the host.
    case malformedHost(at: Int, NameError)
    /// The port of the URL is malformed. A valid port is a number from 1 to 65535 without leading
    /// zeros.
    case malformedPort(at: Int)
    /// An interpolated path segment is `.` or `..`, which URL resolution would remove.
    case dotSegment
    /// An interpolated path segment is empty, which would change the structure of the path.
    case emptySegment
    /// The first value of an interpolated target contains `://`, so the value is a URL instead of a
    /// path segment.
    case interpolatedURL
    /// The base URL of a session has a query, which would be lost in the URLs of requests.
    case queryOfBase
    /// A name or value of a query parameter is not valid UTF-8 after decoding. The offset is
    /// counted from the start of the query.
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
