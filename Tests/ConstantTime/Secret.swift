import ApusBytes
import CApusTestSupport

/// Bytes that are marked for valgrind as secret, or as public again.
enum Secret {
  /// Returns a copy of the bytes that is marked as secret.
  static func hidden(_ bytes: [UInt8]) -> [UInt8] {
    var copy = bytes
    // SAFETY: the bytes of the array, which are only marked.
    unsafe copy.withUnsafeMutableBytes { unsafe apus_test_hide($0.baseAddress, $0.count) }
    return copy
  }

  /// Returns a secret of a length, with different bytes.
  static func hidden(count: Int) -> [UInt8] { hidden(Pattern.bytes(count)) }

  /// Returns the bytes, marked as public.
  static func shown(_ bytes: [UInt8]) -> [UInt8] {
    // SAFETY: as above.
    unsafe bytes.withUnsafeBytes { unsafe apus_test_show($0.baseAddress, $0.count) }
    return bytes
  }

  /// Returns a result, marked as public.
  static func shown(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withBytes { bytes in
      var copy = [UInt8](repeating: 0, count: bytes.count)
      for index in bytes.indices { copy[index] = bytes[index] }
      return shown(copy)
    }
  }
}

/// Bytes that are the same in every run.
enum Pattern {
  static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 7 &+ 151 &* $0 ^ $0 >> 3) }
  }
}

/// A source whose bytes are all secret.
struct HiddenRandom: RandomSource {
  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
    let hidden = Secret.hidden(count: bytes.count)
    for index in bytes.indices { bytes[index] = hidden[index] }
  }
}
