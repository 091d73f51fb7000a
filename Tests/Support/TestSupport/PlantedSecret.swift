import CApusTestSupport

/// A secret that is a rule and a seed, so that its bytes stand nowhere but where they are put.
///
/// It is a short pattern many times over. Hardly any other block has its size, so that one that was
/// freed and not wiped is not soon written over, and what it held is there to be found.
package struct PlantedSecret {
  /// How many bytes it has.
  package let byteCount: Int
  private static let patternCount = 32

  private let seed = UInt64.random(in: 0 ... .max)

  /// Makes up a secret.
  package init(byteCount: Int = 896) { self.byteCount = byteCount }

  /// The byte at an index, which is never zero.
  package func byte(_ index: Int) -> UInt8 {
    let product = (seed ^ UInt64(index % Self.patternCount + 1)) &* 0x9e37_79b9_7f4a_7c15
    return UInt8(truncatingIfNeeded: (product ^ product >> 29) >> 17) | 1
  }

  /// Writes the secret.
  package func write(to bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices { bytes[index] = byte(index) }
  }

  /// How many copies this process holds in writable memory, of which the last may be a part.
  package func copiesInMemory() throws -> Double {
    let mask: UInt8 = 0xa6
    var masked: [UInt8] = []
    for index in 0..<Self.patternCount { masked.append(byte(index) ^ mask) }
    // SAFETY: C reads the array within this call only.
    let pieces = unsafe apus_test_pieces_in_memory(masked, masked.count, mask)
    guard pieces >= 0 else { throw MemoryError(errno: -pieces) }
    return Double(pieces * 8) / Double(byteCount)
  }

  /// The process's memory could not be read.
  package struct MemoryError: Error { let errno: Int64 }
}
