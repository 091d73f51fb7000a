extension HTTP {
  /// A reference to a URL, as in a `Location` field, in a link, or as a base URL.
  ///
  /// A reference is parsed once, and `HTTP.URL.resolving(_:)` converts the reference to a URL. The
  /// path, query and fragment of a reference keep their spelling, except that octets outside the
  /// grammar are percent-encoded as in `HTTP.URL`. A reference keeps dot segments in its path.
  public struct Reference: Hashable, Sendable {
    /// The scheme of the reference in lower case; `nil` if the reference is relative.
    public let scheme: String?
    /// The host and port of the reference; `nil` if the reference has no `//` and host.
    public let authority: Authority?
    /// The path of the reference as written.
    /// If the reference has an authority, the path is empty or begins with `/`.
    public let path: String
    /// The query of the reference: the text after the `?`.
    public let query: String?
    /// The fragment of the reference: the text after the `#`, which is never sent.
    public let fragment: String?
  }
}

extension HTTP.Reference {
  /// Reads a URL reference that contains no user.
  ///
  /// - Parameter text: The text of the reference; a user in the text is an error.
  public init(_ text: String) throws(HTTP.InvalidURL) {
    try self.init(Array(text.utf8).span)
  }

  /// Reads a URL reference that contains no user.
  ///
  /// - Parameter bytes: The bytes of the reference; a user in the bytes is an error.
  public init(_ bytes: Span<UInt8>) throws(HTTP.InvalidURL) {
    let (reference, userinfo) = try Self.read(bytes)
    if let userinfo { throw .unexpectedUserinfo(at: userinfo.lowerBound) }
    self = reference
  }

  /// Reads a URL reference, and returns its user separately.
  ///
  /// - Parameter text: The text of the reference, with or without a user.
  public static func parse(
    _ text: String
  ) throws(HTTP.InvalidURL) -> (reference: HTTP.Reference, credentials: HTTP.Userinfo?) {
    try parse(Array(text.utf8).span)
  }

  /// Reads a URL reference, and returns its user separately.
  ///
  /// - Parameter bytes: The bytes of the reference, with or without a user.
  public static func parse(
    _ bytes: Span<UInt8>
  ) throws(HTTP.InvalidURL) -> (reference: HTTP.Reference, credentials: HTTP.Userinfo?) {
    let (reference, userinfo) = try read(bytes)
    guard let userinfo else { return (reference, nil) }
    return (reference, try HTTP.Userinfo(userinfo, of: bytes))
  }
}

extension HTTP.Reference: CustomStringConvertible {
  /// The text of the reference's components, without a zone.
  ///
  /// RFC 3986 section 5.3.
  public var description: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority.description }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}
