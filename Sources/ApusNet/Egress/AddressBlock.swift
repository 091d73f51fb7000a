public import ApusNames

/// A block of IP addresses that share their first bits, such as `10.0.0.0/8`.
public struct AddressBlock: Hashable, Sendable {
  private let family: Family
  /// The first IP address of the block as a number in network byte order.
  private let first: UInt128
  /// The prefix length: the number of leading bits that all addresses of the block share.
  public let prefixLength: Int

  private enum Family { case ipv4, ipv6 }

  /// Creates a block of IPv4 addresses, or `nil` if the prefix is too long.
  public init?(_ address: IPv4Address, prefixLength: Int) {
    guard 0...32 ~= prefixLength else { return nil }
    self.init(.ipv4, UInt128(address.value), prefixLength, of: 32)
  }

  /// Creates a block of IPv6 addresses, or `nil` if the prefix is too long.
  public init?(_ address: IPv6Address, prefixLength: Int) {
    guard 0...128 ~= prefixLength else { return nil }
    self.init(.ipv6, address.value, prefixLength, of: 128)
  }

  private init(_ family: Family, _ address: UInt128, _ prefixLength: Int, of bitCount: Int) {
    self.family = family
    self.prefixLength = prefixLength
    // A shift by the full bit width results in zero, as the prefix length 0 requires.
    let freeBits = bitCount - prefixLength
    first = (address >> freeBits) << freeBits
  }

  /// Parses an address block, or returns `nil` if the text is invalid.
  ///
  ///     block  = address [ "/" length ]
  ///     length = 1*3DIGIT    ; without leading zeros
  ///
  /// The address bits after the prefix must be zero. A text without a prefix length is a block of
  /// one address. RFC 4632 section 3.1 and RFC 4291 section 2.3.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let slash = bytes.firstIndex(of: 0x2f) ?? bytes.count
    let host = try? CanonicalHost.parseAddress(bytes.span.extracting(..<slash))
    guard let host, host.zone == nil else { return nil }
    let bitCount = if case .ipv4 = host.host { 32 } else { 128 }
    var length = slash == bytes.count ? bitCount : 0
    if slash < bytes.count {
      let digits = bytes[(slash + 1)...]
      guard 1...3 ~= digits.count, digits.first != 0x30 || digits.count == 1,
        digits.allSatisfy({ 0x30...0x39 ~= $0 })
      else { return nil }
      length = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard length <= bitCount else { return nil }
    switch host.host {
    case .ipv4(let address):
      self.init(.ipv4, UInt128(address.value), length, of: 32)
      guard first == UInt128(address.value) else { return nil }
    case .ipv6(let address):
      self.init(.ipv6, address.value, length, of: 128)
      guard first == address.value else { return nil }
    case .name: return nil
    }
  }

  /// Returns whether an IPv4 address is in the block.
  public func contains(_ address: IPv4Address) -> Bool {
    family == .ipv4 && (UInt128(address.value) ^ first) >> (32 - prefixLength) == 0
  }

  /// Returns whether an IPv6 address is in the block.
  public func contains(_ address: IPv6Address) -> Bool {
    family == .ipv6 && (address.value ^ first) >> (128 - prefixLength) == 0
  }
}

extension AddressBlock: CustomStringConvertible {
  public var description: String {
    switch family {
    case .ipv4: "\(IPv4Address(value: UInt32(truncatingIfNeeded: first)))/\(prefixLength)"
    case .ipv6: "\(IPv6Address(value: first))/\(prefixLength)"
    }
  }
}
