extension HTTP {
  /// A reference to a URL, as in a `Location` field, in a link, or as a base URL.
  ///
  /// The initializer parses the reference once, and `HTTP.URL.resolving(_:)` converts the reference
  /// to a URL. The path of a reference may contain the dot segments `.` and `..`. Invalid bytes in
  /// the path, query and fragment are percent-encoded as in `HTTP.URL`.
  public struct Reference: Hashable, Sendable {
    /// The scheme of the URL reference in lower case. The value is `nil` if the reference is
    /// relative.
    public let scheme: String?
    /// The host and port of the URL reference. The value is `nil` if the reference has no host.
    public let authority: Authority?
    /// The percent-encoded path of the URL reference. If the reference has a host, the path is
    /// empty or begins with `/`.
    public let path: String
    /// The percent-encoded query of the URL reference: the text after the `?`.
    public let query: String?
    /// The percent-encoded fragment of the URL reference: the text after the `#`. The URL fragment
    /// is never sent.
    public let fragment: String?
  }
}

extension HTTP.Reference {
  /// Parses a URL reference without a user name.
  ///
  /// - Parameter text: The text of the reference; a user in the text is an error.
  public init(_ text: String) throws(HTTP.InvalidURL) {
    try self.init(Array(text.utf8).span)
  }

  /// Parses a URL reference without a user name.
  ///
  /// - Parameter bytes: The bytes of the reference; a user in the bytes is an error.
  public init(_ bytes: Span<UInt8>) throws(HTTP.InvalidURL) {
    let (reference, userinfo) = try Self.read(bytes)
    if let userinfo { throw .unexpectedUserinfo(at: userinfo.lowerBound) }
    self = reference
  }

  /// Parses a URL reference, and returns the user name and password separately.
  ///
  /// - Parameter text: The text of the reference, with or without a user.
  public static func parse(
    _ text: String
  ) throws(HTTP.InvalidURL) -> (reference: HTTP.Reference, credentials: HTTP.Userinfo?) {
    try parse(Array(text.utf8).span)
  }

  /// Parses a URL reference, and returns the user name and password separately.
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
  /// The text of the URL reference without the zone identifier of an IPv6 address.
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
