import ApusBytes
import TestSupport
import Testing

/// The traces of a secret in all writable memory of this process.
@Suite(.enabled(if: PlantedSecret.isSearchable, "the memory of the process cannot be read"))
struct SecretBytesWipingTests {
  private let planted = PlantedSecret()

  private func plant() -> SecretBytes {
    SecretBytes(count: planted.byteCount) { planted.write(to: &$0) }
  }

  @Test func `a secret exists at exactly one address in memory`() throws {
    #expect(try planted.copiesInMemory() == 0)
    let secret = plant()
    #expect(try planted.copiesInMemory() == 1)
    #expect(secret.count == planted.byteCount)
  }

  @Test func `the memory search of the tests finds freed bytes that were not overwritten`() throws {
    let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: planted.byteCount)
    // SAFETY: the block is written within its bounds, and freed once, here.
    for index in block.indices {
      unsafe block.initializeElement(at: index, to: planted.byte(index))
    }
    unsafe block.deallocate()
    #expect(try planted.copiesInMemory() > 0.9)
  }

  @Test func `the memory of a secret is overwritten when the secret is released`() throws {
    do {
      let secret = plant()
      #expect(secret.withBytes { $0[0] } == planted.byte(0))
      #expect(try planted.copiesInMemory() == 1)
    }
    #expect(try planted.copiesInMemory() == 0)
  }

  @Test func `passing a secret to a function does not copy it`() throws {
    func pass(_ secret: consuming SecretBytes) -> SecretBytes? { secret }
    let secret = pass(plant())
    #expect(try planted.copiesInMemory() == 1)
    _ = consume secret
    #expect(try planted.copiesInMemory() == 0)
  }

  @Test func `each copy of a secret is overwritten when it is released`() throws {
    let secret = plant()
    do {
      let copy = secret.copy()
      #expect(try planted.copiesInMemory() == 2)
      #expect(copy.count == secret.count)
    }
    #expect(try planted.copiesInMemory() == 1)
    _ = consume secret
    #expect(try planted.copiesInMemory() == 0)
  }

  @Test func `the bytes of a secret are overwritten if its initializer throws`() throws {
    #expect(throws: RandomError.unavailable(errno: 5)) {
      _ = try SecretBytes(count: planted.byteCount) { (bytes) throws(RandomError) in
        planted.write(to: &bytes)
        throw .unavailable(errno: 5)
      }
    }
    #expect(try planted.copiesInMemory() == 0)
  }

  @Test func `the bytes of a secret are overwritten if a different secret replaces it`() throws {
    var secret = plant()
    #expect(secret.count == planted.byteCount)
    secret = SecretBytes(zeros: 1)
    #expect(try planted.copiesInMemory() == 0)
    #expect(secret.count == 1)
  }
}
