extension HTTP {
  /// A reference to a URL, as in a `Location` field or a link, or for a base URL.
  ///
  /// A reference is parsed once; `HTTP.URL.resolving(_:)` makes it a URL. Its path, query and
  /// fragment keep their spelling, except that octets outside the grammar are percent-encoded as in
  /// `HTTP.URL`. It keeps dot segments.
  public struct Reference: Hashable, Sendable {
    /// The scheme in lower case; nil in a relative reference.
    public let scheme: String?
    /// The host and port, if `//` and a host are there.
    public let authority: Authority?
    /// The path as written; with an authority it is empty or begins with `/`.
    public let path: String
    /// The text after the `?`.
    public let query: String?
    /// The text after the `#`, which is never sent.
    public let fragment: String?
  }
}

extension HTTP.Reference {
  /// Reads a reference that names no user.
  ///
  /// - Parameter text: The text; a user in it is an error.
  public init(_ text: String) throws(HTTP.InvalidURL) {
    try self.init(Array(text.utf8).span)
  }

  /// Reads a reference that names no user.
  ///
  /// - Parameter bytes: The text; a user in it is an error.
  public init(_ bytes: Span<UInt8>) throws(HTTP.InvalidURL) {
    let (reference, userinfo) = try Self.read(bytes)
    if let userinfo { throw .unexpectedUserinfo(at: userinfo.lowerBound) }
    self = reference
  }

  /// Reads a reference, and the user it names apart.
  ///
  /// - Parameter text: The text, with a user or without.
  public static func parse(
    _ text: String
  ) throws(HTTP.InvalidURL) -> (reference: HTTP.Reference, credentials: HTTP.Userinfo?) {
    try parse(Array(text.utf8).span)
  }

  /// Reads a reference, and the user it names apart.
  ///
  /// - Parameter bytes: The text, with a user or without.
  public static func parse(
    _ bytes: Span<UInt8>
  ) throws(HTTP.InvalidURL) -> (reference: HTTP.Reference, credentials: HTTP.Userinfo?) {
    let (reference, userinfo) = try read(bytes)
    guard let userinfo else { return (reference, nil) }
    return (reference, try HTTP.Userinfo(userinfo, of: bytes))
  }
}

extension HTTP.Reference: CustomStringConvertible {
  /// The text of the components, without a zone.
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
