extension HTTP {
  /// An absolute `http` or `https` URL that is always valid and always in one form.
  ///
  /// There is one parser for all of the stack, text is parsed once, and what follows is handed the
  /// components, so that no two parts can disagree about the host.
  ///
  /// **The one form.** Scheme and host are in lower case, the host as `CanonicalHost` has it; the
  /// port is written unless it is the scheme's default; no dot segment, however spelled, is in the
  /// path; the path begins with `/`, or is empty because nothing followed the host. Triplets such
  /// as `%2f` stay as they are, in the case they have, because a server may have signed them.
  ///
  /// **What is repaired.** In the path, the query and the fragment, an octet that the grammar has
  /// no place for but that no parser takes for a delimiter is percent-encoded as it stands:
  /// all that is not ASCII, so that `/café` works, and `" < > [ ] ^ { | }`, the backquote and
  /// a `#` in a fragment. The rule is the same for what a program writes and what a peer sends.
  ///
  /// **What is refused.** Controls, spaces and backslashes anywhere, a `%` without two digits, and
  /// everything odd in the authority: a `%` in a host, a second `@`, brackets around anything but
  /// an IPv6 address, numbers that are not an IPv4 address in four decimal parts, odd ports.
  ///
  /// A user and password are no part of a URL. `parse(_:)` hands them out beside it, once;
  /// the initialisers refuse them, so that they are not lost in silence.
  ///
  /// RFC 3986 section 3, RFC 9110 section 4.2.
  public struct URL: Hashable, Sendable {
    /// The longest URL, in bytes, of the text that is read and of the one form.
    public static let limit = 65_536

    /// The server that is asked.
    public let origin: Origin
    /// The path, percent-encoded: empty, or beginning with `/`.
    public let path: String
    /// The text behind the `?`, percent-encoded.
    public let query: String?
    /// The text behind the `#`, percent-encoded, which is never sent.
    public let fragment: String?

    /// Reads a URL that names no user.
    public init(_ text: String) throws(InvalidURL) {
      try self.init(Array(text.utf8).span)
    }

    /// Reads a URL that names no user.
    public init(_ bytes: Span<UInt8>) throws(InvalidURL) {
      try self.init(Reference(bytes))
    }

    /// Reads a URL, and the user it names apart.
    public static func parse(
      _ text: String
    ) throws(InvalidURL) -> (url: URL, credentials: Userinfo?) {
      try parse(Array(text.utf8).span)
    }

    /// Reads a URL, and the user it names apart.
    public static func parse(
      _ bytes: Span<UInt8>
    ) throws(InvalidURL) -> (url: URL, credentials: Userinfo?) {
      let (reference, credentials) = try Reference.parse(bytes)
      return (try URL(reference), credentials)
    }

    /// Creates the URL of a reference that needs no base.
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

    /// Makes a URL of an origin, and a path and a query in the one form; nil where it is too long.
    init?(origin: Origin, plainPath path: String, query: String?) {
      self.origin = origin
      self.path = path
      self.query = query
      fragment = nil
      guard byteCount <= Self.limit else { return nil }
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
  /// Whether the server is spoken to over TLS.
  public var scheme: HTTP.Scheme { origin.scheme }

  /// Who is asked.
  public var host: CanonicalHost { origin.host }

  /// The interface by which a link-local address is reached; it is of use for dialling alone.
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
  /// The text of the one form, without a zone, which means nothing to anyone else.
  ///
  /// RFC 3986 section 5.3.
  public var description: String {
    var text = origin.description + path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}

/// A URL is coded as its text, so without a zone; what is decoded is parsed like any other text.
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
