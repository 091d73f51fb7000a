import ApusBytes
import Testing

@Suite struct RandomSourceTests {
  /// Produces 1, 2, 3 and so on, and fails after a number of bytes.
  private struct Counting: RandomSource {
    var limit = Int.max

    func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
      guard bytes.count <= limit else { throw .unavailable(errno: 11) }
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index + 1) }
    }
  }

  /// A byte is zero in eight draws once in 2^64.
  @Test(arguments: [1, 2, 255, 256, 257, 70_000])
  func `the kernel's random number generator fills every byte`(count: Int) throws {
    var seen = [UInt8](repeating: 0, count: count)
    for _ in 0..<8 {
      let drawn = try SystemRandom().bytes(count)
      #expect(drawn.count == count)
      for index in seen.indices { seen[index] |= drawn[index] }
    }
    #expect(!seen.contains(0))
  }

  @Test func `zero random bytes are an empty array`() throws {
    #expect(try SystemRandom().bytes(0) == [])
  }

  @Test func `two requests for random bytes return different bytes`() throws {
    let random = SystemRandom()
    #expect(try random.bytes(16) != random.bytes(16))
  }

  @Test func `random bytes are taken from the source that the caller passes`() throws {
    #expect(try Counting().bytes(5) == [1, 2, 3, 4, 5])
    let secret = try SecretBytes(count: 3) { (bytes) throws(RandomError) in
      try Counting().fill(&bytes)
    }
    #expect(secret.withBytes { $0.copy() } == [1, 2, 3])
  }

  @Test func `an error of the random source is thrown to the caller`() throws {
    let random = Counting(limit: 4)
    #expect(try random.bytes(4) == [1, 2, 3, 4])
    #expect(throws: RandomError.unavailable(errno: 11)) { try random.bytes(5) }
    #expect(throws: RandomError.unavailable(errno: 11)) {
      _ = try SecretBytes(count: 5) { (bytes) throws(RandomError) in try random.fill(&bytes) }
    }
  }

  @Test func `a random source error contains the error text of the kernel`() {
    #expect(
      RandomError.unavailable(errno: 11).description
        == "the random generator of the kernel failed (errno 11)")
  }
}
