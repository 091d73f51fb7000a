extension HTTP {
  /// An absolute `http` or `https` URL that is always valid and always in canonical form.
  ///
  ///     let base = try HTTP.URL("https://api.example.com/v1/")
  ///     let users = try base.resolving("users")
  ///
  /// The package has a single URL parser. The text of a URL is parsed once, and all later code uses
  /// the parsed components. Therefore the connection, the `Host` field and the security checks use
  /// the same host.
  ///
  /// **The canonical form.** The scheme and the host are in lower case, and the host has the form
  /// of `CanonicalHost`. The port is written unless it is the default port of the scheme. The path
  /// begins with `/`, or is empty as in the text, and has no dot segment in any spelling.
  /// Percent-encoded bytes such as `%2f` remain unchanged, because a server may have signed the
  /// URL.
  ///
  /// **Repair.** The parser percent-encodes invalid bytes of a path, query or fragment, if no
  /// parser uses the bytes as delimiters. These bytes are all non-ASCII bytes, as in `/café`, the
  /// characters `" < > [ ] ^ { | }`, the backquote, and a `#` in a fragment. The same rules apply
  /// to the URLs of the program and of a server.
  ///
  /// **Rejection.** A URL is rejected if it contains a control character, a space, a backslash, or
  /// a `%` without two hexadecimal digits. A URL is also rejected if its authority contains a `%`
  /// in the host, a second `@`, or brackets around text that is not an IPv6 address. A numeric host
  /// is rejected if it is not an IPv4 address with four decimal numbers. A malformed port is
  /// rejected.
  ///
  /// An `HTTP.URL` does not contain a user name or a password. The function `parse(_:)` returns the
  /// user name and the password separately. The initializers reject a URL with a user name, so that
  /// the user name is not lost silently.
  ///
  /// RFC 3986 section 3, RFC 9110 section 4.2.
  public struct URL: Hashable, Sendable {
    /// The maximum length of a URL in bytes, both in the parsed text and in the canonical form.
    public static let limit = 65_536

    /// The origin of the URL: the scheme, the host and the port.
    public let origin: Origin
    /// The percent-encoded path of the URL, which is empty or begins with `/`.
    public let path: String
    /// The percent-encoded query of the URL: the text after the `?`.
    public let query: String?
    /// The percent-encoded fragment of the URL: the text after the `#`. The URL fragment is never
    /// sent.
    public let fragment: String?

    /// Parses an absolute URL without a user name.
    ///
    /// - Parameter text: The text of the URL; a user in the text is an error.
    public init(_ text: String) throws(InvalidURL) {
      try self.init(Array(text.utf8).span)
    }

    /// Parses an absolute URL without a user name.
    ///
    /// - Parameter bytes: The bytes of the URL; a user in the bytes is an error.
    public init(_ bytes: Span<UInt8>) throws(InvalidURL) {
      try self.init(Reference(bytes))
    }

    /// Parses an absolute URL, and returns the user name and password separately.
    ///
    /// - Parameter text: The text of the URL, with or without a user.
    public static func parse(
      _ text: String
    ) throws(InvalidURL) -> (url: URL, credentials: Userinfo?) {
      try parse(Array(text.utf8).span)
    }

    /// Parses an absolute URL, and returns the user name and password separately.
    ///
    /// - Parameter bytes: The bytes of the URL, with or without a user.
    public static func parse(
      _ bytes: Span<UInt8>
    ) throws(InvalidURL) -> (url: URL, credentials: Userinfo?) {
      let (reference, credentials) = try Reference.parse(bytes)
      return (try URL(reference), credentials)
    }

    /// Creates a URL from a URL reference that has a scheme and a host.
    ///
    /// - Parameter reference: The URL reference, which must have a scheme and a host.
    public init(_ reference: Reference) throws(InvalidURL) {
      guard let name = reference.scheme else { throw .missingScheme }
      guard let scheme = Scheme(rawValue: name) else { throw .unsupportedScheme(name) }
      guard let authority = reference.authority else {
        throw .missingAuthority(at: name.utf8.count)
      }
      try self.init(
        origin: Origin(scheme, authority), path: reference.path, query: reference.query,
        fragment: reference.fragment)
    }

    /// Creates a URL from percent-encoded components and removes the segments `.` and `..` from the
    /// path.
    init(
      origin: Origin, path: String, query: String?, fragment: String?
    ) throws(InvalidURL) {
      self.origin = origin
      self.path = Self.removingDotSegments(path)
      self.query = query
      self.fragment = fragment
      let count = byteCount
      guard count <= Self.limit else { throw .tooLong(count: count, limit: Self.limit) }
    }

    /// Creates a URL from an origin and a canonical path and query. The result is `nil` if the URL
    /// is too long.
    init?(origin: Origin, plainPath path: String, query: String?) {
      self.origin = origin
      self.path = path
      self.query = query
      fragment = nil
      guard byteCount <= Self.limit else { return nil }
    }

    /// Hashes all components of the URL except the fragment, because few URLs have a fragment.
    ///
    /// - Parameter hasher: The hasher that receives the components.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(origin)
      hasher.combine(path)
      hasher.combine(query)
    }

    /// The length of the URL text in bytes. The sum of the component lengths cannot overflow,
    /// because all components are in memory.
    private var byteCount: Int {
      var count = scheme.rawValue.utf8.count + 3 + authority.utf8.count + path.utf8.count
      if let query { count += 1 + query.utf8.count }
      if let fragment { count += 1 + fragment.utf8.count }
      return count
    }
  }
}

extension HTTP.URL {
  /// The scheme of the URL, `http` or `https`.
  public var scheme: HTTP.Scheme { origin.scheme }

  /// The host of the URL.
  public var host: CanonicalHost { origin.host }

  /// The zone identifier (network interface) of a link-local IPv6 address. The session uses the
  /// zone identifier only for connection attempts.
  public var zone: String? { origin.zone }

  /// The port of the URL, or the default port of the scheme if the URL text contains no port.
  public var port: UInt16 { origin.port }

  /// The value of the `Host` field:
  /// the host, and the port unless it is the default port of the scheme.
  public var authority: String { origin.authority }

  /// The request target of the URL in origin form: the path, or `/` if the path is empty, and the
  /// query.
  ///
  ///     origin-form = absolute-path [ "?" query ]
  ///
  /// RFC 9112 section 3.2.1.
  public var requestTarget: String {
    let path = path.isEmpty ? "/" : path
    return query.map { path + "?" + $0 } ?? path
  }

  /// The request target of the URL in absolute form, which a request to a proxy contains: the URL
  /// without its fragment.
  ///
  /// RFC 9112 section 3.2.2.
  public var absoluteForm: String { origin.description + requestTarget }
}

extension HTTP.URL: CustomStringConvertible {
  /// The canonical text of the URL without the zone identifier, which has a meaning only on the
  /// local machine.
  ///
  /// RFC 3986 section 5.3.
  public var description: String {
    var text = origin.description + path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}

/// A URL is encoded as its canonical text without the zone identifier. Decoding parses the text and
/// rejects an invalid URL.
extension HTTP.URL: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(HTTP.InvalidURL) {
      try self.init(text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
