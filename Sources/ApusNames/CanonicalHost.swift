internal import ApusBytes

/// A host name or an IP address, in one canonical form for all modules.
///
/// Two hosts are equal if cookies, HSTS, SNI and certificates must treat the hosts as the same.
/// `DomainName` describes the trailing dot. An IPv6 zone names a network interface of this machine,
/// is used only to connect, and is returned separately from the host.
public enum CanonicalHost: Hashable, Sendable {
  /// A host name that a DNS resolver must look up.
  case name(DomainName)
  /// An IPv4 address, written as four decimal numbers.
  case ipv4(IPv4Address)
  /// An IPv6 address, written in brackets.
  case ipv6(IPv6Address)

  /// Parses a host in the form that URIs use, without a zone.
  public init(_ text: String) throws(NameError) {
    try self.init(Array(text.utf8).span)
  }

  /// Parses a host in the form that URIs use, without a zone.
  public init(_ bytes: Span<UInt8>) throws(NameError) {
    let (host, zone) = try Self.parse(bytes)
    guard zone == nil else { throw .unexpectedZone(at: Self.zoneStart(in: bytes)) }
    self = host
  }

  /// Parses a host in the form that URIs use. The IPv6 zone is returned separately.
  ///
  ///     host       = IP-literal / IPv4address / reg-name
  ///     IP-literal = "[" IPv6address [ ( "%25" / "%" ) ZoneID ] "]"
  ///     ZoneID     = 1*( unreserved / pct-encoded )
  ///
  /// A `reg-name` must be a `DomainName`, so it never contains a `%`. A host that ends in a number
  /// must be an IPv4 address. The form IPvFuture is rejected.
  ///
  /// RFC 3986 section 3.2.2 and RFC 6874 section 2. A `%` without `25` is common in pasted IPv6
  /// addresses. A `%` before two hexadecimal digits is rejected, because other parsers decode such
  /// a sequence.
  public static func parse(
    _ bytes: Span<UInt8>
  ) throws(NameError) -> (host: CanonicalHost, zone: String?) {
    guard !bytes.isEmpty else { throw .empty }
    if bytes[0] == 0x5b {
      let last = bytes.count - 1
      guard last > 0, bytes[last] == 0x5d else { throw .missingBracket(at: 0) }
      return try parseIPv6(1..<last, of: bytes, zoneIsEncoded: true)
    }
    if DomainName.endsInNumber(bytes) { return (.ipv4(try IPv4Address(bytes)), nil) }
    return (.name(try DomainName(bytes)), nil)
  }

  /// Parses an IP address in the form outside of URIs, without brackets. The IPv6 zone is returned
  /// separately.
  ///
  ///     address = IPv4address / IPv6address [ "%" zone ]
  ///
  /// RFC 4007 section 11.
  public static func parseAddress(
    _ bytes: Span<UInt8>
  ) throws(NameError) -> (host: CanonicalHost, zone: String?) {
    guard !bytes.isEmpty else { throw .empty }
    for index in bytes.indices where bytes[index] == 0x3a {
      return try parseIPv6(0..<bytes.count, of: bytes, zoneIsEncoded: false)
    }
    return (.ipv4(try IPv4Address(bytes)), nil)
  }

  /// A Boolean value that indicates whether the host is an IP address.
  ///
  /// An IP address has no parent domain and needs no resolver.
  public var isIPAddress: Bool {
    switch self {
    case .name: false
    case .ipv4, .ipv6: true
    }
  }

  private static func parseIPv6(
    _ range: Range<Int>, of bytes: Span<UInt8>, zoneIsEncoded: Bool
  ) throws(NameError) -> (host: CanonicalHost, zone: String?) {
    var at = Cursor(range)
    let address = at.readWhile(in: bytes) { $0 != 0x25 }
    let host = CanonicalHost.ipv6(try IPv6Address(address, of: bytes))
    guard !at.isAtEnd else { return (host, nil) }
    return (host, try Zone.parse(at.range, of: bytes, isEncoded: zoneIsEncoded))
  }

  private static func zoneStart(in bytes: Span<UInt8>) -> Int {
    var at = Cursor(0..<bytes.count)
    return at.readWhile(in: bytes) { $0 != 0x25 }.upperBound
  }
}

extension CanonicalHost: CustomStringConvertible {
  /// The canonical text in the form that URIs use, with an IPv6 address in brackets.
  public var description: String {
    switch self {
    case .name(let name): name.description
    case .ipv4(let address): address.description
    case .ipv6(let address): "[\(address)]"
    }
  }
}
