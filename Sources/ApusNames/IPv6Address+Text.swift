internal import ApusBytes

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
