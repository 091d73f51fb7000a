public import ApusAuthentication
internal import ApusBytes
internal import ApusHTTP

extension Connections {
  /// A proxy, with its protocol, its address and its credential.
  ///
  ///     let proxy = try Connections.Proxy.http(
  ///       "proxy.internal:3128", .password(Authentication.Secret(password), user: "svc"))
  ///
  /// The session sends the credential only to this proxy, and only after the proxy has requested a
  /// credential. An HTTP or SOCKS5 proxy receives the credential in clear text, unless the proxy
  /// requires Digest authentication.
  public struct Proxy: Sendable {
    /// The protocols that a proxy can speak.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// HTTP in clear text, with complete URLs for `http` requests and CONNECT for `https`
      /// requests.
      case http
      /// HTTP over TLS, with a verification of the proxy's certificate as for a server.
      case https
      /// SOCKS5, with name look-ups by the proxy.
      case socks5
    }

    /// The protocol that the proxy speaks.
    public let kind: Kind
    /// The scheme, the host and the port of the proxy.
    let origin: HTTP.Origin
    /// The credential that the session sends to the proxy after an authentication challenge. The
    /// value is `nil` if the proxy needs no credential.
    package let credential: Authentication.Credential?

    /// Reads a proxy from a URL such as `http://svc:secret@proxy.internal:3128`.
    ///
    /// The default scheme is `http`. The default port depends on the scheme: 80, 443 or 1080.
    ///
    /// - Parameter url: The URL of the proxy with the scheme `http`, `https`, `socks5` or
    ///   `socks5h`, and with an optional user and password.
    /// - Throws: `InvalidSetting` if the URL is not a valid proxy. The error does not contain the
    ///   password.
    public init(_ url: String) throws(InvalidSetting) {
      guard let (kind, origin, user) = Self.parse(url) else {
        throw InvalidSetting(
          "proxies", Self.redacted(url),
          expected: "the URL of a proxy, such as http://proxy.example.com:3128")
      }
      (self.kind, self.origin) = (kind, origin)
      credential = user.map {
        .password(Authentication.Secret($0.password ?? ""), user: $0.user)
      }
    }

    private init(
      _ kind: Kind, _ address: String, _ credential: Authentication.Credential?
    ) throws(InvalidSetting) {
      guard let (kind, origin, user) = Self.parse("\(kind.rawValue)://\(address)"), user == nil
      else {
        throw InvalidSetting(
          "proxies", Self.redacted(address),
          expected: "the host and port of a proxy, such as proxy.example.com:3128")
      }
      (self.kind, self.origin, self.credential) = (kind, origin, credential)
    }

    /// Makes an HTTP proxy from a host and a port.
    ///
    /// - Parameters:
    ///   - address: The host of the proxy, and a port unless the port is 80.
    ///   - credential: The credential for this proxy, which the proxy must request; none by
    ///     default.
    /// - Throws: `InvalidSetting` if the address is invalid, or contains a user.
    public static func http(
      _ address: String, _ credential: Authentication.Credential? = nil
    ) throws(InvalidSetting) -> Proxy {
      try Proxy(.http, address, credential)
    }

    /// Makes an HTTPS proxy from a host and a port.
    ///
    /// - Parameters:
    ///   - address: The host of the proxy, and a port unless the port is 443.
    ///   - credential: The credential for this proxy, which the proxy must request; none by
    ///     default.
    /// - Throws: `InvalidSetting` if the address is invalid, or contains a user.
    public static func https(
      _ address: String, _ credential: Authentication.Credential? = nil
    ) throws(InvalidSetting) -> Proxy {
      try Proxy(.https, address, credential)
    }

    /// Makes a SOCKS5 proxy from a host and a port.
    ///
    /// - Parameters:
    ///   - address: The host of the proxy, and a port unless the port is 1080.
    ///   - credential: A user and a password for this proxy; none by default.
    /// - Throws: `InvalidSetting` if the address is invalid, or contains a user.
    public static func socks5(
      _ address: String, _ credential: Authentication.Credential? = nil
    ) throws(InvalidSetting) -> Proxy {
      try Proxy(.socks5, address, credential)
    }

    /// Returns the part of an invalid proxy URL that cannot be a password: the scheme, and the
    /// bytes of a host after the scheme.
    ///
    /// In `user:secret` without an `@`, the password is at the position of the port. In a URL
    /// without a host, the password follows the `@`. An escaped octet may be a `:` or an `@`.
    static func redacted(_ text: String) -> String {
      let bytes = Array(text.utf8)
      let colon = bytes.indices.first { bytes[$0...].starts(with: [0x3a, 0x2f, 0x2f]) }
      let start = colon.map { $0 + 3 } ?? 0
      let isScheme = bytes[..<start].dropLast(3).allSatisfy(isOfHost)
      let rest = bytes[start...]
      let mayNameUser = rest.contains(0x40) || rest.contains(0x25)
      let shown = mayNameUser || !isScheme ? [] : rest.prefix { isOfHost($0) }
      return String(decoding: isScheme ? bytes[..<start] : [], as: UTF8.self)
        + String(decoding: shown, as: UTF8.self)
        + (isScheme && shown.count == rest.count ? "" : "…")
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x80...0xff: true
      default: false
      }
    }

    /// Parses the URL of a proxy. The URL must not contain a path.
    private static func parse(
      _ text: String
    ) -> (Kind, HTTP.Origin, HTTP.Userinfo?)? {
      let bytes = Array(text.utf8)
      var (kind, rest) = (Kind.http, bytes[...])
      if let colon = bytes.indices.first(where: { bytes[$0...].starts(with: [0x3a, 0x2f, 0x2f]) }) {
        switch String(decoding: bytes[..<colon].map(ASCII.lowercased), as: UTF8.self) {
        case "http": kind = .http
        case "https": kind = .https
        case "socks5", "socks5h": kind = .socks5
        default: return nil
        }
        rest = bytes[(colon + 3)...]
      }
      let whole = "http://" + String(decoding: rest, as: UTF8.self)
      guard let (url, user) = try? HTTP.URL.parse(whole), url.path.isEmpty || url.path == "/",
        url.query == nil, url.fragment == nil
      else { return nil }
      // The user name of the proxy URL is valid, so the host follows the last `@`.
      var place = rest.split(separator: 0x40).last ?? []
      if place.last == 0x2f { place.removeLast() }
      let written = String(decoding: place, as: UTF8.self)
      guard var authority = try? HTTP.Authority(written) else { return nil }
      if kind == .socks5, authority.port == nil {
        guard let whole = try? HTTP.Authority(written + ":1080") else { return nil }
        authority = whole
      }
      return (kind, HTTP.Origin(kind == .https ? .https : .http, authority), user)
    }
  }
}

extension Connections.Proxy: Hashable {
  /// Returns whether two proxies have the same address, protocol and credential.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.origin == right.origin && left.credential == right.credential
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(origin)
  }
}

extension Connections.Proxy: CustomStringConvertible, CustomReflectable {
  /// The URL of the proxy without a user.
  public var description: String { "\(kind.rawValue)://\(origin.authorityForm)" }

  /// A mirror without the credential of the proxy, because `dump` and test failures print stored
  /// properties.
  public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}
