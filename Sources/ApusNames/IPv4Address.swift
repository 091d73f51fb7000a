internal import ApusBytes

/// An IPv4 address.
public struct IPv4Address: Hashable, Sendable {
  /// The address as one number, with the first octet in the highest bits.
  public let value: UInt32

  /// Creates the IPv4 address of a number whose highest octet is the first octet of the address.
  public init(value: UInt32) { self.value = value }

  /// Creates the IPv4 address of four octets.
  public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    value = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
  }

  /// Creates the IPv4 address of exactly four octets, or `nil` if the number of octets differs.
  public init?(octets: Span<UInt8>) {
    guard octets.count == 4 else { return nil }
    self.init(octets[0], octets[1], octets[2], octets[3])
  }

  /// Parses the four decimal numbers of an IPv4 address.
  public init(_ text: String) throws(NameError) {
    try self.init(Array(text.utf8).span)
  }

  /// Parses the four decimal numbers of an IPv4 address.
  public init(_ bytes: Span<UInt8>) throws(NameError) {
    var at = Cursor(0..<bytes.count)
    try self.init(from: &at, in: bytes)
    guard at.isAtEnd else { throw .malformedIPv4(at: at.position) }
  }

  /// The four octets of the address in network byte order.
  public var octets: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Parses an IPv4 address at the cursor. More bytes may follow the address.
  ///
  ///     IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
  ///
  /// RFC 3986 section 3.2.2.
  init(from at: inout Cursor, in bytes: Span<UInt8>) throws(NameError) {
    var value: UInt32 = 0
    for index in 0..<4 {
      guard index == 0 || at.skip(0x2e, in: bytes) else { throw .malformedIPv4(at: at.position) }
      value = value << 8 | UInt32(try Self.readOctet(from: &at, in: bytes))
    }
    self.value = value
  }

  /// Parses a decimal number from 0 to 255. A leading zero is rejected, because other parsers read
  /// it as the prefix of an octal number.
  private static func readOctet(
    from at: inout Cursor, in bytes: Span<UInt8>
  ) throws(NameError) -> UInt8 {
    let digits = at.readWhile(in: bytes) { ByteSet.digits.contains($0) }
    guard 1...3 ~= digits.count, digits.count == 1 || bytes[digits.lowerBound] != 0x30,
      let number = ASCII.decimal(bytes.extracting(digits)), let octet = UInt8(exactly: number)
    else { throw .malformedIPv4(at: digits.lowerBound) }
    return octet
  }
}

extension IPv4Address: CustomStringConvertible {
  /// The four decimal numbers of the address with dots between them.
  public var description: String {
    octets.map { String($0) }.joined(separator: ".")
  }
}
