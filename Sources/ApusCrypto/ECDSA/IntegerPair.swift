internal import ApusBytes

/// Two non-negative integers in strict DER.
///
///     ECDSA-Sig-Value ::= SEQUENCE {
///       r INTEGER,
///       s INTEGER
///     }
///
/// The longest, of P-521, has 139 bytes, so that a length takes one byte or, from 128 on, two.
/// RFC 3279 section 2.2.3.
enum IntegerPair {
  /// Where the two integers' bytes are, without the zero that keeps one from being negative.
  static func ranges(in bytes: Span<UInt8>) throws(CryptoError) -> (Range<Int>, Range<Int>) {
    do throws(DecodeError) {
      var cursor = Cursor(0..<bytes.count)
      let body = try readValue(tag: 0x30, &cursor, bytes)
      try cursor.finish()
      cursor = Cursor(body)
      let first = try readInteger(&cursor, bytes)
      let second = try readInteger(&cursor, bytes)
      try cursor.finish()
      return (first, second)
    } catch {
      throw .malformedSignature
    }
  }

  private static func readInteger(
    _ cursor: inout Cursor, _ bytes: Span<UInt8>
  ) throws(DecodeError) -> Range<Int> {
    let value = try readValue(tag: 0x02, &cursor, bytes)
    let start = value.lowerBound
    guard !value.isEmpty, bytes[start] < 0x80 else { throw .malformedEnding(at: start) }
    guard bytes[start] == 0, value.count > 1 else { return value }
    guard bytes[start + 1] >= 0x80 else { throw .malformedEnding(at: start) }
    return start + 1..<value.upperBound
  }

  private static func readValue(
    tag: UInt8, _ cursor: inout Cursor, _ bytes: Span<UInt8>
  ) throws(DecodeError) -> Range<Int> {
    let start = cursor.position
    guard try cursor.readUInt8(in: bytes) == tag else { throw .malformedEnding(at: start) }
    var length = try cursor.readUInt8(in: bytes)
    if length >= 0x80 {
      guard length == 0x81 else { throw .malformedEnding(at: start + 1) }
      length = try cursor.readUInt8(in: bytes)
      guard length >= 0x80 else { throw .malformedEnding(at: start + 1) }
    }
    return try cursor.readRange(Int(length))
  }

  /// Writes two integers, the highest byte first.
  static func encode(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    value(tag: 0x30, integer(first) + integer(second))
  }

  private static func integer(_ bytes: [UInt8]) -> [UInt8] {
    let significant = bytes.drop { $0 == 0 }
    let isLeadingBitSet = significant.first.map { $0 >= 0x80 } ?? true
    return value(tag: 0x02, (isLeadingBitSet ? [0] : []) + significant)
  }

  private static func value(tag: UInt8, _ body: [UInt8]) -> [UInt8] {
    precondition(body.count <= 0xff, "the integers are too long")
    let length = UInt8(body.count)
    return (length < 0x80 ? [tag, length] : [tag, 0x81, length]) + body
  }
}
