extension HTTP {
  /// A reference to a URL, as a `Location` field, a link or a caller with a base URL has it.
  ///
  /// A reference is parsed once; `HTTP.URL.resolving(_:)` makes it a URL. Its path, query and
  /// fragment keep the spelling they came in, but that octets out of the grammar are
  /// percent-encoded, as `HTTP.URL` says. Dot segments are still in it.
  public struct Reference: Hashable, Sendable {
    /// The scheme in lower case; nil in a relative reference.
    public let scheme: String?
    /// The host and port, if `//` and a host are there.
    public let authority: Authority?
    /// The path as it was written, which is empty or begins with `/` where there is an authority.
    public let path: String
    /// The text behind the `?`.
    public let query: String?
    /// The text behind the `#`, which is never sent.
    public let fragment: String?
  }
}

extension HTTP.Reference {
  /// Reads a reference that names no user.
  public init(_ text: String) throws(HTTP.InvalidURL) {
    try self.init(Array(text.utf8).span)
  }

  /// Reads a reference that names no user.
  public init(_ bytes: Span<UInt8>) throws(HTTP.InvalidURL) {
    let (reference, userinfo) = try Self.read(bytes)
    if let userinfo { throw .unexpectedUserinfo(at: userinfo.lowerBound) }
    self = reference
  }

  /// Reads a reference, and the user it names apart.
  public static func parse(
    _ text: String
  ) throws(HTTP.InvalidURL) -> (reference: HTTP.Reference, credentials: HTTP.Userinfo?) {
    try parse(Array(text.utf8).span)
  }

  /// Reads a reference, and the user it names apart.
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
