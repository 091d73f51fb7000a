internal import ApusBytes
internal import ApusNames

/// An IP address of this machine.
///
///     struct ifaddrmsg {
///         unsigned char ifa_family;  unsigned char ifa_prefixlen;
///         unsigned char ifa_flags;   unsigned char ifa_scope;
///         unsigned int ifa_index;
///     };
///
/// RFC 3549 section 3.1.2.
struct LocalAddress: Hashable, Sendable {
  /// The number of the network interface that has the address.
  let link: UInt32
  let address: HostAddress
  /// The scope of the address: 0 is global, 253 is the link of the interface, 254 is this machine.
  let scope: UInt8
  let flags: UInt32

  init(link: UInt32, address: HostAddress, scope: UInt8, flags: UInt32 = 0) {
    self.link = link
    self.address = address
    self.scope = scope
    self.flags = flags
  }

  /// Parses the body of an address message. The result is `nil` for an address family other than
  /// IPv4 and IPv6.
  init?(from body: inout ByteReader) throws(DecodeError) {
    let family = try body.readUInt8()
    _ = try body.readUInt8()
    var flags = UInt32(try body.readUInt8())
    let scope = try body.readUInt8()
    let link = try body.readOwnUInt32()
    var (own, general): (HostAddress?, HostAddress?)
    try body.readAttributes { (attribute) throws(DecodeError) in
      switch attribute.kind {
      // On a point-to-point link, this attribute is the peer's address if the local address is also
      // present.
      case 1: general = try HostAddress(family: family, attribute.value)
      case 2: own = try HostAddress(family: family, attribute.value)
      case 8: flags = try attribute.number()
      default: break
      }
    }
    guard let address = own ?? general else { return nil }
    self.init(link: link, address: address, scope: scope, flags: flags)
  }

  /// A Boolean value that indicates whether the address can be the source of outgoing packets.
  /// Duplicate address detection must have succeeded, and an IPv6 address must not be link-local.
  var isSource: Bool {
    let (failed, tentative): (UInt32, UInt32) = (0x08, 0x40)
    guard flags & (failed | tentative) == 0 else { return false }
    switch address {
    case .ipv4: return scope < 254
    case .ipv6: return scope < 253
    }
  }
}

extension LocalAddress {
  /// The address in the form of a socket address. A link-local address includes the number of its
  /// interface.
  var asHeldBySockets: HostAddress {
    guard case .ipv6(let address, _) = self.address, self.address.isOfOneLink else {
      return self.address
    }
    return .ipv6(address, zone: link)
  }
}

extension HostAddress {
  /// Parses an address of a family. The result is `nil` if the family is neither IPv4 nor IPv6.
  init?(family: UInt8, _ value: ByteReader) throws(DecodeError) {
    var value = value
    switch family {
    case NetworkRoute.Family.ipv4.rawValue:
      self = .ipv4(IPv4Address(value: try value.readUInt32()))
    case NetworkRoute.Family.ipv6.rawValue:
      let (high, low) = (try value.readUInt64(), try value.readUInt64())
      self = .ipv6(IPv6Address(value: UInt128(high) << 64 | UInt128(low)))
    default: return nil
    }
    try value.finish()
  }

  /// A Boolean value that indicates whether the address is link-local, which is the block
  /// fe80::/10.
  ///
  /// RFC 4291 section 2.5.6.
  var isOfOneLink: Bool {
    guard case .ipv6(let address, _) = self else { return false }
    return address.value >> 118 == 0x3fa
  }
}
