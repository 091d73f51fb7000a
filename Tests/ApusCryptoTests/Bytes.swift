import ApusBytes
import ApusCrypto

/// Bytes for a test.
enum Bytes {
  /// Creates bytes from hexadecimal digits; malformed text results in none, which no test expects.
  static func hex(_ text: String) -> [UInt8] { (try? Hex.decode(text)) ?? [] }

  /// Creates bytes that look random and are the same each time.
  static func mixed(_ count: Int, _ number: Int) -> [UInt8] {
    var hash = SHAKE128()
    hash.update([UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)].span)
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    hash.finalize(into: &span)
    return bytes
  }
}
