import ApusBytes
import ApusCrypto

/// Bytes for a test.
enum Bytes {
  /// The bytes of hexadecimal digits; none at all of a mistyped text, which no test expects.
  static func hex(_ text: String) -> [UInt8] { (try? Hex.decode(text)) ?? [] }

  /// Bytes that look random and are the same each time.
  static func mixed(_ count: Int, _ number: Int) -> [UInt8] {
    var hash = SHAKE128()
    hash.update([UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)].span)
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    hash.finalize(into: &span)
    return bytes
  }
}
