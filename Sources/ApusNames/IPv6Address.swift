internal import ApusBytes

/// An IPv6 address without a zone.
public struct IPv6Address: Hashable, Sendable {
  /// The address as one number, with the first octet in the highest bits.
  public let value: UInt128

  /// Creates the IPv6 address of a number whose highest octet is the first octet of the address.
  public init(value: UInt128) { self.value = value }

  /// Creates the IPv4-mapped IPv6 address of an IPv4 address, for a dual-stack socket.
  ///
  /// RFC 4291 section 2.5.5.2.
  public init(mapping address: IPv4Address) {
    value = 0xffff << 32 | UInt128(address.value)
  }

  /// Creates the IPv6 address of exactly sixteen octets, or `nil` if the number of octets differs.
  public init?(octets: Span<UInt8>) {
    guard octets.count == 16 else { return nil }
    var value: UInt128 = 0
    for index in octets.indices { value = value << 8 | UInt128(octets[index]) }
    self.value = value
  }

  /// Parses the text of an IPv6 address without brackets and without a zone.
  public init(_ text: String) throws(NameError) {
    try self.init(Array(text.utf8).span)
  }

  /// Parses the text of an IPv6 address without brackets and without a zone.
  public init(_ bytes: Span<UInt8>) throws(NameError) {
    try self.init(0..<bytes.count, of: bytes)
  }

  /// The sixteen octets of the address in network byte order.
  public var octets: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: value >> (120 - 8 * $0)) }
  }

  /// The IPv4 address in an IPv4-mapped IPv6 address, or `nil` for an address outside
  /// `::ffff:0:0/96`.
  public var mappedIPv4: IPv4Address? {
    value >> 32 == 0xffff ? IPv4Address(value: UInt32(truncatingIfNeeded: value)) : nil
  }
}

extension IPv6Address: CustomStringConvertible {
  /// The canonical text of the IPv6 address, in lower case and with the longest run of zeros as
  /// `::`.
  ///
  /// The groups have no leading zeros. If several runs have the same length, the first run is
  /// shortened. A run of only one group is never shortened.
  ///
  /// RFC 5952 section 4, and section 5 for an IPv4-mapped address.
  public var description: String {
    if let mappedIPv4 { return "::ffff:\(mappedIPv4)" }
    let zeros = longestZeroRun
    guard zeros.count > 1 else { return text(of: 0..<8) }
    return text(of: 0..<zeros.lowerBound) + "::" + text(of: zeros.upperBound..<8)
  }

  private func text(of groups: Range<Int>) -> String {
    groups.map { String(group($0), radix: 16) }.joined(separator: ":")
  }

  private func group(_ index: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: value >> (112 - 16 * index))
  }

  private var longestZeroRun: Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in 0..<8 {
      if group(index) != 0 { start = index + 1 }
      if index + 1 - start > longest.count { longest = start..<(index + 1) }
    }
    return longest
  }
}
