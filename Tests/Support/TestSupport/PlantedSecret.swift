import CApusTestSupport

/// A secret that consists of a rule and a seed, so that its bytes exist only in written places.
///
/// It is a short pattern, repeated many times. Hardly any other memory block has its size, so that
/// a freed block that was not wiped is not overwritten soon, and the secret can be found there.
package struct PlantedSecret {
  /// The number of bytes.
  package let byteCount: Int
  private static let patternCount = 32

  private let seed = UInt64.random(in: 0 ... .max)

  /// Creates a secret.
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

  /// A Boolean value that indicates whether the process can read all of its memory.
  // SAFETY: C reads no byte of the array.
  package static let isSearchable =
    unsafe Corpus.isStrict || apus_test_pieces_in_memory([], 0, 0) >= 0

  /// Returns the number of copies in writable memory of this process; the last one may be partial.
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
