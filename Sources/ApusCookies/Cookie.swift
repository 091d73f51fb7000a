public import ApusHTTP
public import ApusNames

extension HTTP {
  /// A cookie with its name and value, and with the hosts, the paths and the time for its use.
  ///
  /// A cookie that exists has passed all checks that need no cookie jar. These checks cover the
  /// lengths, the bytes and the conditions of the name prefix. The name, the value and the path are
  /// bytes as sent by the server, and need not be UTF-8. The description of a cookie never contains
  /// the value.
  ///
  /// RFC 6265bis section 5.7.
  public struct Cookie: Hashable, Sendable {
    /// The `SameSite` attribute of a cookie, which limits its use in requests that other sites
    /// cause. The cookie jar records the attribute without any effect.
    ///
    /// A program makes all of its requests itself, so no other site can cause a request.
    public enum SameSite: String, Hashable, Sendable, Codable, CaseIterable {
      case strict, lax, none
    }

    /// The maximum number of bytes of a cookie's name and value together. RFC 6265bis section 5.6.
    public static let pairLimit = 4_096
    /// The maximum number of bytes of a cookie's path.
    /// The limit equals the limit of a URL, because the path of a URL replaces a missing path.
    public static let pathLimit = HTTP.URL.limit

    /// The bytes of the cookie's name. The name is empty for a cookie that has only a value.
    public let nameBytes: [UInt8]
    /// The bytes of the cookie's value, as the server sent them.
    public let valueBytes: [UInt8]
    /// The host or the domain that receives the cookie.
    public let domain: CanonicalHost
    /// A Boolean value that indicates whether subdomains of the host do not receive the cookie.
    public let isHostOnly: Bool
    /// The path of the cookie. A request includes the cookie only if the request's path is equal to
    /// the cookie's path or below it.
    public let pathBytes: [UInt8]
    /// The time when the cookie expires. The value is `nil` if the cookie ends with the session.
    public internal(set) var expiry: HTTP.Date?
    /// A Boolean value that indicates whether the cookie is sent only over secure connections.
    public let isSecure: Bool
    /// A Boolean value that indicates whether scripts in a browser must not read the cookie.
    ///
    /// The cookie jar records the `HttpOnly` attribute without any effect.
    public let isHTTPOnly: Bool
    /// The `SameSite` attribute of the cookie.
    /// The value is `nil` if the server did not send the attribute.
    public let sameSite: SameSite?
    /// The time when the cookie was first set.
    public internal(set) var created: HTTP.Date
    /// The time when the cookie was last set or sent.
    public internal(set) var lastUsed: HTTP.Date

    /// Creates a cookie from text, and checks the cookie.
    ///
    /// A path with characters outside ASCII must be percent-encoded as in URLs, because paths are
    /// compared in their sent form.
    ///
    /// - Parameters:
    ///   - name: The name of the cookie, without `=` and `;`.
    ///   - value: The value of the cookie, without `;`.
    ///   - domain: The host or the domain that receives the cookie.
    ///   - isHostOnly: A Boolean value that indicates whether only the host itself receives the
    ///     cookie; the default is true.
    ///   - path: The path that a request's path must be equal to or below.
    ///   - expiry: The time when the cookie expires. The value is `nil` if the cookie ends with the
    ///     session.
    ///   - isSecure: A Boolean value that indicates whether the cookie is sent only over secure
    ///     connections; the default is false.
    ///   - isHTTPOnly: A Boolean value that indicates whether scripts in a browser must not read
    ///     the cookie; the default is false.
    ///   - sameSite: The `SameSite` attribute of the cookie. The value is `nil` if the cookie has
    ///     no such attribute.
    ///   - created: The time when the cookie was set.
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

    /// Creates a cookie from bytes, and checks the cookie.
    ///
    /// - Parameters:
    ///   - nameBytes: The name of the cookie, without `=` and `;`.
    ///   - valueBytes: The value of the cookie, without `;`.
    ///   - domain: The host or the domain that receives the cookie.
    ///   - isHostOnly: A Boolean value that indicates whether only the host itself receives the
    ///     cookie; the default is true.
    ///   - pathBytes: The path that a request's path must be equal to or below.
    ///   - expiry: The time when the cookie expires. The value is `nil` if the cookie ends with the
    ///     session.
    ///   - isSecure: A Boolean value that indicates whether the cookie is sent only over secure
    ///     connections; the default is false.
    ///   - isHTTPOnly: A Boolean value that indicates whether scripts in a browser must not read
    ///     the cookie; the default is false.
    ///   - sameSite: The `SameSite` attribute of the cookie. The value is `nil` if the cookie has
    ///     no such attribute.
    ///   - created: The time when the cookie was set.
    ///   - lastUsed: The time of the last request with the cookie. The value `nil` stands for the
    ///     time in `created`.
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

    /// The name of the cookie as text. Invalid UTF-8 is replaced by U+FFFD.
    public var name: String { String(decoding: nameBytes, as: UTF8.self) }

    /// The value of the cookie as text. Invalid UTF-8 is replaced by U+FFFD.
    public var value: String { String(decoding: valueBytes, as: UTF8.self) }

    /// The path of the cookie as text. Invalid UTF-8 is replaced by U+FFFD.
    public var path: String { String(decoding: pathBytes, as: UTF8.self) }

    /// A Boolean value that indicates whether the cookie ends with the session.
    public var isSessionCookie: Bool { expiry == nil }

    /// Returns whether the cookie has expired.
    ///
    /// - Parameter now: The present time.
    public func isExpired(at now: HTTP.Date) -> Bool { expiry.map { $0 <= now } ?? false }
  }
}

extension HTTP.Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A description with the name, the domain and the path of the cookie, without the value.
  public var description: String {
    let domain = isHostOnly ? "\(domain)" : ".\(domain)"
    return "\(ForeignText.escaped(nameBytes))=<sensitive>; \(domain)"
      + ForeignText.escaped(pathBytes)
  }

  public var debugDescription: String { description }

  /// An empty mirror, which hides the value of the cookie.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
