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

extension IPv6Address {
  /// Parses an IPv6 address that fills a range of bytes.
  ///
  ///     IPv6address =                            6( h16 ":" ) ls32
  ///                 /                       "::" 5( h16 ":" ) ls32
  ///                 / [               h16 ] "::" 4( h16 ":" ) ls32
  ///                 / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
  ///                 / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
  ///                 / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
  ///                 / [ *4( h16 ":" ) h16 ] "::"              ls32
  ///                 / [ *5( h16 ":" ) h16 ] "::"              h16
  ///                 / [ *6( h16 ":" ) h16 ] "::"
  ///     ls32        = ( h16 ":" h16 ) / IPv4address
  ///     h16         = 1*4HEXDIG
  ///
  /// An IPv6 address consists of eight groups of 16 bits, or of fewer groups and one `::` for the
  /// missing groups.
  ///
  /// RFC 3986 section 3.2.2, which is a more exact form of RFC 4291 section 2.2.
  init(_ range: Range<Int>, of bytes: Span<UInt8>) throws(NameError) {
    var at = Cursor(range)
    var groups = Groups()
    if at.skip("::", in: bytes) { groups.gap = 0 }
    while !at.isAtEnd, groups.count < 8 {
      let digits = at.readWhile(in: bytes) { ByteSet.hexDigits.contains($0) }
      if at.peek(in: bytes) == 0x2e {
        at.position = digits.lowerBound
        guard groups.count <= 6 else { throw .malformedIPv6(at: at.position) }
        let address = try IPv4Address(from: &at, in: bytes)
        groups.append(UInt16(truncatingIfNeeded: address.value >> 16))
        groups.append(UInt16(truncatingIfNeeded: address.value))
        break
      }
      guard 1...4 ~= digits.count else { throw .malformedIPv6(at: digits.lowerBound) }
      groups.append(Self.number(digits, of: bytes))
      if at.isAtEnd { break }
      guard at.skip(0x3a, in: bytes) else { throw .malformedIPv6(at: at.position) }
      if groups.gap == nil, at.skip(0x3a, in: bytes) {
        groups.gap = groups.count
      } else if at.isAtEnd {
        throw .malformedIPv6(at: at.position)
      }
    }
    guard at.isAtEnd, let value = groups.value else { throw .malformedIPv6(at: at.position) }
    self.init(value: value)
  }

  private static func number(_ digits: Range<Int>, of bytes: Span<UInt8>) -> UInt16 {
    var number: UInt16 = 0
    for index in digits { number = number << 4 | UInt16(ASCII.hexValue(bytes[index]) ?? 0) }
    return number
  }

  /// The parsed groups of an IPv6 address, at most eight, with the index of the group after the
  /// `::`.
  private struct Groups {
    var gap: Int?
    private(set) var count = 0
    /// The groups before the `::` as a number, and the groups after the `::` as a number.
    private var front: UInt128 = 0
    private var back: UInt128 = 0

    mutating func append(_ group: UInt16) {
      if gap == nil {
        front = front << 16 | UInt128(group)
      } else {
        back = back << 16 | UInt128(group)
      }
      count += 1
    }

    /// The IPv6 address. The value is `nil` if a `::` replaces no group, or if groups are missing
    /// without a `::`.
    var value: UInt128? {
      guard let gap else { return count == 8 ? front : nil }
      return count < 8 ? front << (16 * (8 - gap)) | back : nil
    }
  }
}
