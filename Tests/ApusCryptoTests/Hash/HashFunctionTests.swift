import Testing

@testable import ApusCrypto

/// Properties of every hash function.
@Suite struct HashFunctionTests {
  private static let functions: [any HashFunction.Type] = [
    SHA256.self, SHA384.self, SHA512.self, SHA3_256.self, SHA3_512.self, InsecureSHA1.self,
  ]

  @Test(arguments: 0..<6)
  func `the digest of a message in two parts equals the digest of the whole`(index: Int) {
    expectPiecesAgree(Self.functions[index])
  }

  @Test(arguments: 0..<6)
  func `the digest of a message in single bytes equals the digest of the whole`(index: Int) {
    expectBytesAgree(Self.functions[index])
  }

  @Test(arguments: 0..<6)
  func `a copy of a hash state is independent of the original`(index: Int) {
    expectCopiesDiffer(Self.functions[index])
  }

  @Test(arguments: 0..<6)
  func `writing a digest resets the hash state`(index: Int) {
    expectNewStart(Self.functions[index])
  }

  @Test(arguments: 0..<6)
  func `messages of zeros with different lengths have different digests`(index: Int) {
    expectLengthsDiffer(Self.functions[index])
  }

  private func expectPiecesAgree<Hash: HashFunction>(_: Hash.Type) {
    let message = message(2 * Hash.blockByteCount + 1)
    let whole = Hash.digest(of: message)
    #expect(whole.count == Hash.byteCount)
    for first in 0...message.count {
      var hash = Hash()
      hash.update(message.span.extracting(0..<first))
      hash.update(message.span.extracting(first..<message.count))
      #expect(hash.finalize() == whole)
    }
  }

  private func expectBytesAgree<Hash: HashFunction>(_: Hash.Type) {
    let message = message(3 * Hash.blockByteCount)
    var hash = Hash()
    for index in message.indices {
      #expect(hash.finalize() == Hash.digest(of: Array(message.prefix(index))))
      hash.update([message[index]])
    }
    #expect(hash.finalize() == Hash.digest(of: message))
  }

  private func expectCopiesDiffer<Hash: HashFunction>(_: Hash.Type) {
    var first = Hash()
    first.update([1, 2])
    var second = first
    first.update([3])
    second.update([4])
    #expect(first.finalize() == Hash.digest(of: [1, 2, 3]))
    #expect(second.finalize() == Hash.digest(of: [1, 2, 4]))
  }

  private func expectNewStart<Hash: HashFunction>(_: Hash.Type) {
    var hash = Hash()
    var digest = [UInt8](repeating: 0, count: Hash.byteCount)
    for message in [[1, 2, 3], [], message(300)] as [[UInt8]] {
      hash.update(message)
      var span = digest.mutableSpan
      hash.finalize(into: &span)
      #expect(digest == Hash.digest(of: message))
    }
  }

  private func expectLengthsDiffer<Hash: HashFunction>(_: Hash.Type) {
    let zeros = [UInt8](repeating: 0, count: 2 * Hash.blockByteCount)
    let digests = (0...zeros.count).map { Hash.digest(of: zeros.span.extracting(0..<$0)) }
    #expect(Set(digests).count == digests.count)
  }

  private func message(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
  }
}
