internal import ApusBytes

/// The zone after an IPv6 address, which is the name or the number of an interface of this machine.
enum Zone {
  /// The maximum length of a zone in bytes. An interface name of Linux has at most 15 bytes.
  static let limit = 15

  /// Parses an IPv6 zone that fills a range of bytes and begins with a `%`.
  ///
  /// Inside a URI the delimiter is `%25`, and a byte may be percent-encoded. A bare `%` is accepted
  /// in a URI unless two hexadecimal digits follow. Other software decodes `[::%31]` to `[::1]`,
  /// which is another host. Text outside of a URI has no encoding, so `%25` is the interface with
  /// that number.
  ///
  /// RFC 6874 section 2 and RFC 4007 section 11.2.
  static func parse(
    _ range: Range<Int>, of bytes: Span<UInt8>, isEncoded: Bool
  ) throws(NameError) -> String {
    var at = Cursor(range)
    let hasEscapes = isEncoded && at.skip("%25", in: bytes)
    if !hasEscapes {
      guard !isEncoded || !isEscape(at, in: bytes) else { throw .malformedZone(at: at.position) }
      _ = at.skip(0x25, in: bytes)
    }
    var zone: [UInt8] = []
    while !at.isAtEnd {
      let start = at.position
      guard zone.count < limit, let byte = readByte(from: &at, in: bytes, isEncoded: hasEscapes),
        allowed.contains(byte)
      else { throw .malformedZone(at: start) }
      zone.append(byte)
    }
    guard !zone.isEmpty else { throw .malformedZone(at: at.position) }
    return String(decoding: zone, as: UTF8.self)
  }

  /// Returns whether the next bytes are a `%` with two hexadecimal digits.
  private static func isEscape(_ at: Cursor, in bytes: Span<UInt8>) -> Bool {
    at.remaining >= 3 && ASCII.hexValue(bytes[at.position + 1]) != nil
      && ASCII.hexValue(bytes[at.position + 2]) != nil
  }

  private static func readByte(
    from at: inout Cursor, in bytes: Span<UInt8>, isEncoded: Bool
  ) -> UInt8? {
    guard let byte = at.peek(in: bytes) else { return nil }
    guard isEncoded, byte == 0x25 else {
      at.position += 1
      return byte
    }
    guard at.remaining >= 3, let high = ASCII.hexValue(bytes[at.position + 1]),
      let low = ASCII.hexValue(bytes[at.position + 2])
    else { return nil }
    at.position += 3
    return high << 4 | low
  }

  /// The allowed bytes of a zone: visible ASCII except the delimiters of paths, brackets and zones.
  private static let allowed = ByteSet(0x21...0x7e).subtracting(ByteSet("%/:[]"))
}
