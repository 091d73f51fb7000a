/// Bytes as hexadecimal text and back.
public enum Hex {
  /// Returns two lower-case digits for each byte.
  public static func encode(_ bytes: Span<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for index in bytes.indices {
      digits.append(digit(bytes[index] >> 4))
      digits.append(digit(bytes[index] & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns two lower-case digits for each byte.
  public static func encode(_ bytes: [UInt8]) -> String { encode(bytes.span) }

  /// Returns the two lower-case digits of one byte.
  public static func encode(_ byte: UInt8) -> String { encode([byte]) }

  /// Returns the bytes of text that consists of pairs of hexadecimal digits, in either case.
  public static func decode(_ text: String) throws(DecodeError) -> [UInt8] {
    try decode(Array(text.utf8).span)
  }

  /// Returns the bytes of text that consists of pairs of hexadecimal digits, in either case.
  public static func decode(_ text: Span<UInt8>) throws(DecodeError) -> [UInt8] {
    guard text.count % 2 == 0 else { throw .malformedEnding(at: text.count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var at = 0
    while at < text.count {
      guard let high = ASCII.hexValue(text[at]) else {
        throw .invalidCharacter(at: at, byte: text[at])
      }
      guard let low = ASCII.hexValue(text[at + 1]) else {
        throw .invalidCharacter(at: at + 1, byte: text[at + 1])
      }
      bytes.append(high << 4 | low)
      at += 2
    }
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x57 + value
  }
}
