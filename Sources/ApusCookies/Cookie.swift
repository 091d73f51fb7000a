public import ApusHTTP
public import ApusNames

extension HTTP {
  /// One cookie of a jar: its name and value, and the hosts, paths and time that it is sent for.
  ///
  /// A value that exists has passed the checks which need no jar: lengths, bytes, the conditions of
  /// its name. Name, value and path are bytes that need not be UTF-8, as servers send them. No
  /// description shows the value.
  ///
  /// RFC 6265bis section 5.7.
  public struct Cookie: Hashable, Sendable {
    /// The setting for requests that other sites cause; it is recorded and has no effect.
    ///
    /// Requests of a program are its own: no other site can cause them.
    public enum SameSite: String, Hashable, Sendable, Codable, CaseIterable {
      case strict, lax, none
    }

    /// The greatest length of name and value together, in bytes. RFC 6265bis section 5.6.
    public static let pairLimit = 4_096
    /// The longest path, in bytes: that of a URL, since a missing path is taken from one.
    public static let pathLimit = HTTP.URL.limit

    /// The name; empty for a cookie that has a value alone.
    public let nameBytes: [UInt8]
    /// The value.
    public let valueBytes: [UInt8]
    /// The host that receives the cookie, or the domain whose hosts receive it.
    public let domain: CanonicalHost
    /// A Boolean value that indicates whether only that host receives it, and not the hosts below.
    public let isHostOnly: Bool
    /// The path that requests must have or be below.
    public let pathBytes: [UInt8]
    /// When it ends; nil if it does with the session.
    public internal(set) var expiry: HTTP.Date?
    /// A Boolean value that indicates whether it is sent over secure connections only.
    public let isSecure: Bool
    /// A Boolean value that indicates whether scripts may not see it.
    ///
    /// It is recorded and has no effect.
    public let isHTTPOnly: Bool
    /// The setting for requests that other sites cause; nil if the server did not send it.
    public let sameSite: SameSite?
    /// When it was first set.
    public internal(set) var created: HTTP.Date
    /// When it was last set or sent.
    public internal(set) var lastUsed: HTTP.Date

    /// Creates a cookie from text and checks it.
    ///
    /// A path that is not ASCII must be percent-encoded as in URLs: paths are compared in the form
    /// in which they are sent.
    ///
    /// - Parameters:
    ///   - name: The name, without `=` and `;`.
    ///   - value: The value, without `;`.
    ///   - domain: The host that the cookie is for, or the domain above its hosts.
    ///   - isHostOnly: A Boolean value that indicates whether only that host gets the cookie; the
    ///     default is true.
    ///   - path: The path that the request's path must begin with.
    ///   - expiry: The end of the cookie; nil for the end of the jar.
    ///   - isSecure: A Boolean value that indicates whether the cookie needs TLS; the default is
    ///     false.
    ///   - isHTTPOnly: A Boolean value that indicates whether scripts in a browser cannot read the
    ///     cookie; the default is false.
    ///   - sameSite: The rule for requests from other sites; nil for none.
    ///   - created: The time at which the cookie was set.
    public init(
      name: String, value: String, domain: CanonicalHost, isHostOnly: Bool = true,
      path: String = "/", expiry: HTTP.Date? = nil, isSecure: Bool = false,
      isHTTPOnly: Bool = false, sameSite: SameSite? = nil, created: HTTP.Date
    ) throws(CookieError) {
      try self.init(
        nameBytes: Array(name.utf8), valueBytes: Array(value.utf8), domain: domain,
        isHostOnly: isHostOnly, pathBytes: Array(path.utf8), expiry: expiry, isSecure: isSecure,
        isHTTPOnly: isHTTPOnly, sameSite: sameSite, created: created)
    }

    /// Makes a cookie of bytes and checks it.
    ///
    /// - Parameters:
    ///   - nameBytes: The name, without `=` and `;`.
    ///   - valueBytes: The value, without `;`.
    ///   - domain: The host that the cookie is for, or the domain above its hosts.
    ///   - isHostOnly: A Boolean value that indicates whether only that host gets the cookie; the
    ///     default is true.
    ///   - pathBytes: The path that the request's path must begin with.
    ///   - expiry: The end of the cookie; nil for the end of the jar.
    ///   - isSecure: A Boolean value that indicates whether the cookie needs TLS; the default is
    ///     false.
    ///   - isHTTPOnly: A Boolean value that indicates whether scripts in a browser cannot read the
    ///     cookie; the default is false.
    ///   - sameSite: The rule for requests from other sites; nil for none.
    ///   - created: The time at which the cookie was set.
    ///   - lastUsed: The time of the last request with the cookie; nil for `created`.
    public init(
      nameBytes: [UInt8], valueBytes: [UInt8], domain: CanonicalHost, isHostOnly: Bool = true,
      pathBytes: [UInt8], expiry: HTTP.Date? = nil, isSecure: Bool = false,
      isHTTPOnly: Bool = false, sameSite: SameSite? = nil, created: HTTP.Date,
      lastUsed: HTTP.Date? = nil
    ) throws(CookieError) {
      self.nameBytes = nameBytes
      self.valueBytes = valueBytes
      self.domain = domain
      self.isHostOnly = isHostOnly
      self.pathBytes = pathBytes
      self.expiry = expiry
      self.isSecure = isSecure
      self.isHTTPOnly = isHTTPOnly
      self.sameSite = sameSite
      self.created = created
      self.lastUsed = lastUsed ?? created
      try checkPair()
      try checkPath()
      try checkConditions()
    }

    /// The name as text; invalid UTF-8 becomes U+FFFD.
    public var name: String { String(decoding: nameBytes, as: UTF8.self) }

    /// The value as text; invalid UTF-8 becomes U+FFFD.
    public var value: String { String(decoding: valueBytes, as: UTF8.self) }

    /// The path as text; invalid UTF-8 becomes U+FFFD.
    public var path: String { String(decoding: pathBytes, as: UTF8.self) }

    /// A Boolean value that indicates whether the cookie ends with the session.
    public var isSessionCookie: Bool { expiry == nil }

    /// Returns whether its end has come.
    ///
    /// - Parameter now: The present time.
    public func isExpired(at now: HTTP.Date) -> Bool { expiry.map { $0 <= now } ?? false }
  }
}

extension HTTP.Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name, domain and path, without the value.
  public var description: String {
    let domain = isHostOnly ? "\(domain)" : ".\(domain)"
    return "\(ForeignText.escaped(nameBytes))=<sensitive>; \(domain)"
      + ForeignText.escaped(pathBytes)
  }

  public var debugDescription: String { description }

  /// An empty mirror: the description has all information that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
