/// A hexadecimal encoder and decoder for bytes.
public enum Hex {
  /// Returns the hexadecimal text of bytes, with two lower-case digits for each byte.
  public static func encode(_ bytes: Span<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for index in bytes.indices {
      digits.append(digit(bytes[index] >> 4))
      digits.append(digit(bytes[index] & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the hexadecimal text of bytes, with two lower-case digits for each byte.
  public static func encode(_ bytes: [UInt8]) -> String { encode(bytes.span) }

  /// Returns the hexadecimal text of one byte, which has two lower-case digits.
  public static func encode(_ byte: UInt8) -> String { encode([byte]) }

  /// Decodes a text that consists of pairs of hexadecimal digits, in upper or lower case.
  public static func decode(_ text: String) throws(DecodeError) -> [UInt8] {
    try decode(Array(text.utf8).span)
  }

  /// Decodes a text that consists of pairs of hexadecimal digits, in upper or lower case.
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
