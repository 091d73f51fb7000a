import ApusBytes
import TestSupport
import Testing

/// The traces of a secret in all writable memory of this process.
@Suite struct SecretBytesWipingTests {
  private let planted = PlantedSecret()

  private func plant() -> SecretBytes {
    SecretBytes(count: planted.byteCount) { planted.write(to: &$0) }
  }

  @Test func `a living secret is found, and in one place only`() throws {
    #expect(try planted.copiesInMemory() == 0)
    let secret = plant()
    #expect(try planted.copiesInMemory() == 1)
    #expect(secret.count == planted.byteCount)
  }

  @Test func `bytes that were freed and not wiped are found`() throws {
    let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: planted.byteCount)
    // SAFETY: the block is written within its bounds, and freed once, here.
    for index in block.indices {
      unsafe block.initializeElement(at: index, to: planted.byte(index))
    }
    unsafe block.deallocate()
    #expect(try planted.copiesInMemory() > 0.9)
  }

  @Test func `a released secret is wiped`() throws {
    do {
      let secret = plant()
      #expect(secret.withBytes { $0[0] } == planted.byte(0))
      #expect(try planted.copiesInMemory() == 1)
    }
    #expect(try planted.copiesInMemory() == 0)
  }

  @Test func `a secret that is passed on is not copied`() throws {
    func pass(_ secret: consuming SecretBytes) -> SecretBytes? { secret }
    let secret = pass(plant())
    #expect(try planted.copiesInMemory() == 1)
    _ = consume secret
    #expect(try planted.copiesInMemory() == 0)
  }

  @Test func `a copy is a second place, and each is wiped by its own release`() throws {
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

  @Test func `the bytes written before filling failed are wiped`() throws {
    #expect(throws: RandomError.unavailable(errno: 5)) {
      _ = try SecretBytes(count: planted.byteCount) { (bytes) throws(RandomError) in
        planted.write(to: &bytes)
        throw .unavailable(errno: 5)
      }
    }
    #expect(try planted.copiesInMemory() == 0)
  }

  @Test func `the secret that another replaces is wiped`() throws {
    var secret = plant()
    #expect(secret.count == planted.byteCount)
    secret = SecretBytes(zeros: 1)
    #expect(try planted.copiesInMemory() == 0)
    #expect(secret.count == 1)
  }
}
