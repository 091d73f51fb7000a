internal import ApusBytes
internal import ApusHTTP
internal import ApusNames
internal import ApusNet

/// The servers that are contacted without a proxy.
struct ProxyExceptions: Sendable {
  private var patterns: [Pattern] = []
  /// The invalid entries of the variable `no_proxy`, which have no effect.
  private(set) var ignored: [Connections.InvalidSetting] = []

  /// One entry of `no_proxy`: a host pattern with an optional port.
  fileprivate struct Pattern {
    enum Servers {
      case all
      /// A domain name with its subdomains, or only the subdomains of a domain name.
      case name(DomainName, isBelowAlone: Bool)
      case block(AddressBlock)
    }

    let servers: Servers
    var port: UInt16?
  }

  /// Reads the proxy exceptions of a program. Throws an error if an exception is invalid.
  init(_ entries: [String]) throws(Connections.InvalidSetting) {
    for entry in entries {
      guard let pattern = Pattern(entry) else {
        throw Self.invalid(entry, in: "proxies")
      }
      patterns.append(pattern)
    }
  }

  /// Reads the proxy exceptions of a variable, separated by commas or spaces. Invalid exceptions
  /// are ignored and recorded.
  init(variable: String) {
    for bytes in variable.utf8.split(whereSeparator: { $0 == 0x2c || $0 == 0x20 || $0 == 0x09 }) {
      let entry = String(decoding: Array(bytes), as: UTF8.self)
      if let pattern = Pattern(entry) {
        patterns.append(pattern)
      } else {
        ignored.append(Self.invalid(entry, in: "no_proxy"))
      }
    }
  }

  /// Returns the error of an invalid proxy exception, without a user name and password in the
  /// exception.
  private static func invalid(_ entry: String, in name: String) -> Connections.InvalidSetting {
    let mayNameUser = entry.utf8.contains(0x40) || entry.parts(around: "://").count > 1
    return Connections.InvalidSetting(
      name, mayNameUser ? Connections.Proxy.redacted(entry) : entry,
      expected: "a list of hosts without a proxy, such as example.com, .svc, 10.0.0.0/8, [::1]:80 "
        + "or *")
  }

  /// Returns whether the session contacts a server without a proxy. An IPv4-mapped IPv6 address
  /// counts as an IPv4 address.
  func cover(_ origin: HTTP.Origin) -> Bool {
    guard !patterns.isEmpty else { return false }
    let host = origin.host.withoutMapping
    return patterns.contains { $0.covers(host, port: origin.port) }
  }
}

extension ProxyExceptions.Pattern {
  /// Parses a proxy exception. The result is `nil` if the exception is invalid, such as an IPv6
  /// address with a zone.
  ///
  ///     entry  = "*" / block / [ "." / "*." ] host [ ":" port ]
  ///     block  = address "/" length
  init?(_ entry: String) {
    guard entry != "*" else {
      self.init(servers: .all)
      return
    }
    if let block = Self.block(Array(entry.utf8)) {
      self.init(servers: .block(block))
      return
    }
    var text = entry.utf8[...]
    if text.starts(with: "*.".utf8) { text.removeFirst() }
    let isBelowAlone = text.first == 0x2e
    if isBelowAlone { text.removeFirst() }
    guard let authority = try? HTTP.Authority(String(decoding: Array(text), as: UTF8.self)),
      authority.zone == nil
    else { return nil }
    switch authority.host.withoutMapping {
    case .name(let name):
      self.init(servers: .name(name, isBelowAlone: isBelowAlone), port: authority.port)
    case .ipv4(let address):
      guard !isBelowAlone, let one = AddressBlock(address, prefixLength: 32) else { return nil }
      self.init(servers: .block(one), port: authority.port)
    case .ipv6(let address):
      guard !isBelowAlone, let one = AddressBlock(address, prefixLength: 128) else { return nil }
      self.init(servers: .block(one), port: authority.port)
    }
  }

  /// Parses an IP address or an address block such as `10.0.0.0/8`. The address bits after the
  /// prefix are ignored.
  private static func block(_ bytes: [UInt8]) -> AddressBlock? {
    let slash = bytes.firstIndex(of: 0x2f) ?? bytes.count
    guard let (host, zone) = try? CanonicalHost.parseAddress(bytes.span.extracting(..<slash)),
      zone == nil
    else { return nil }
    var length: Int?
    if slash < bytes.count {
      let digits = bytes[(slash + 1)...]
      guard 1...3 ~= digits.count, let number = ASCII.decimal(Array(digits).span) else {
        return nil
      }
      length = Int(exactly: number)
    }
    switch host {
    case .name: return nil
    case .ipv4(let address): return AddressBlock(address, prefixLength: length ?? 32)
    case .ipv6(let address):
      if let mapped = address.mappedIPv4, length ?? 128 >= 96 {
        return AddressBlock(mapped, prefixLength: (length ?? 128) - 96)
      }
      return AddressBlock(address, prefixLength: length ?? 128)
    }
  }

  func covers(_ host: CanonicalHost, port: UInt16) -> Bool {
    guard self.port == nil || self.port == port else { return false }
    return switch (servers, host) {
    case (.all, _): true
    case (.name(let name, let isBelowAlone), .name(let asked)):
      asked.isSubdomain(of: name) || !isBelowAlone && asked == name
    case (.block(let block), .ipv4(let address)): block.contains(address)
    case (.block(let block), .ipv6(let address)): block.contains(address)
    case (.name, _), (.block, .name): false
    }
  }
}

extension CanonicalHost {
  /// The host, with an IPv4-mapped IPv6 address converted to an IPv4 address.
  fileprivate var withoutMapping: CanonicalHost {
    guard case .ipv6(let address) = self, let mapped = address.mappedIPv4 else { return self }
    return .ipv4(mapped)
  }
}
