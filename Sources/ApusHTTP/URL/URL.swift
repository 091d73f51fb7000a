extension HTTP {
  /// An absolute `http` or `https` URL that is always valid and always in one form.
  ///
  ///     let base = try HTTP.URL("https://api.example.com/v1/")
  ///     let users = try base.resolving("users")
  ///
  /// There is one parser for the whole stack. Text is parsed once, and all later code uses the
  /// components, so that no two parts can disagree about the host.
  ///
  /// **The canonical form.** Scheme and host are in lower case, the host in the form of
  /// `CanonicalHost`; the port is written unless it is the scheme's default; the path has no dot
  /// segment in any spelling; it begins with `/`, or is empty as in the text. Triplets such as
  /// `%2f` are kept unchanged, with their case, because a server may have signed them.
  ///
  /// **Repair.** In the path, the query and the fragment, an octet that is not in the grammar, but
  /// that no parser uses as a delimiter, is percent-encoded in its place: all octets outside ASCII,
  /// so that `/café` works, and `" < > [ ] ^ { | }`, the backquote and a `#` in a fragment. The
  /// rule is the same for text of a program and of a peer.
  ///
  /// **Rejection.** Controls, spaces and backslashes anywhere, a `%` without two digits, and these
  /// parts of the authority: a `%` in a host, a second `@`, brackets around other text than an IPv6
  /// address, numbers that are not an IPv4 address in four decimal parts, malformed ports.
  ///
  /// A user and password are not part of a URL. `parse(_:)` returns them separately, once; the
  /// initialisers reject them, so that they are not lost silently.
  ///
  /// RFC 3986 section 3, RFC 9110 section 4.2.
  public struct URL: Hashable, Sendable {
    /// The longest URL, in bytes, of the text that is read and of the one form.
    public static let limit = 65_536

    /// The origin server.
    public let origin: Origin
    /// The path, percent-encoded: empty, or beginning with `/`.
    public let path: String
    /// The text after the `?`, percent-encoded.
    public let query: String?
    /// The text after the `#`, percent-encoded, which is never sent.
    public let fragment: String?

    /// Reads a URL that names no user.
    ///
    /// - Parameter text: The text; a user in it is an error.
    public init(_ text: String) throws(InvalidURL) {
      try self.init(Array(text.utf8).span)
    }

    /// Reads a URL that names no user.
    ///
    /// - Parameter bytes: The text; a user in it is an error.
    public init(_ bytes: Span<UInt8>) throws(InvalidURL) {
      try self.init(Reference(bytes))
    }

    /// Reads a URL, and the user it names apart.
    ///
    /// - Parameter text: The text, with a user or without.
    public static func parse(
      _ text: String
    ) throws(InvalidURL) -> (url: URL, credentials: Userinfo?) {
      try parse(Array(text.utf8).span)
    }

    /// Reads a URL, and the user it names apart.
    ///
    /// - Parameter bytes: The text, with a user or without.
    public static func parse(
      _ bytes: Span<UInt8>
    ) throws(InvalidURL) -> (url: URL, credentials: Userinfo?) {
      let (reference, credentials) = try Reference.parse(bytes)
      return (try URL(reference), credentials)
    }

    /// Creates the URL of a reference that needs no base.
    ///
    /// - Parameter reference: The reference, which must have a scheme and a host.
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

    /// Makes a URL of components that are percent-encoded, removing dot segments from the path.
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

    /// Creates a URL from an origin, and a canonical path and query; nil if it is too long.
    init?(origin: Origin, plainPath path: String, query: String?) {
      self.origin = origin
      self.path = path
      self.query = query
      fragment = nil
      guard byteCount <= Self.limit else { return nil }
    }

    /// Hashes all but the fragment, which few URLs have.
    ///
    /// - Parameter hasher: The hasher that receives the members.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(origin)
      hasher.combine(path)
      hasher.combine(query)
    }

    /// As long as `description`; the sum cannot overflow, since each part is in memory.
    private var byteCount: Int {
      var count = scheme.rawValue.utf8.count + 3 + authority.utf8.count + path.utf8.count
      if let query { count += 1 + query.utf8.count }
      if let fragment { count += 1 + fragment.utf8.count }
      return count
    }
  }
}

extension HTTP.URL {
  /// The scheme, `http` or `https`.
  public var scheme: HTTP.Scheme { origin.scheme }

  /// The host.
  public var host: CanonicalHost { origin.host }

  /// The interface of a link-local address; it is used for connecting only.
  public var zone: String? { origin.zone }

  /// The port, which is the scheme's default if none was written.
  public var port: UInt16 { origin.port }

  /// The value of the `Host` field: the host, and the port unless it is the scheme's default.
  public var authority: String { origin.authority }

  /// The target of a request to the server itself: the path, or `/`, and the query.
  ///
  ///     origin-form = absolute-path [ "?" query ]
  ///
  /// RFC 9112 section 3.2.1.
  public var requestTarget: String {
    let path = path.isEmpty ? "/" : path
    return query.map { path + "?" + $0 } ?? path
  }

  /// The target of a request to a proxy: the whole URL but the fragment.
  ///
  /// RFC 9112 section 3.2.2.
  public var absoluteForm: String { origin.description + requestTarget }
}

extension HTTP.URL: CustomStringConvertible {
  /// The canonical text, without a zone, which has a meaning on this machine only.
  ///
  /// RFC 3986 section 5.3.
  public var description: String {
    var text = origin.description + path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}

/// A URL is coded as its text, without a zone; decoded text is parsed like any other text.
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
