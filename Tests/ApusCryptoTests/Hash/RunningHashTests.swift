import Testing

@testable import ApusCrypto

@Suite struct RunningHashTests {
  @Test(arguments: HashAlgorithm.allCases)
  func `a hash chosen at run time has the same digests as the hash type of that name`(
    algorithm: HashAlgorithm
  ) {
    let message = [UInt8](1...200)
    var hash = RunningHash(algorithm)
    #expect(hash.algorithm == algorithm)
    hash.update(message.span.extracting(0..<77))
    hash.update(Array(message[77...]))
    let expected =
      switch algorithm {
      case .sha256: SHA256.digest(of: message)
      case .sha384: SHA384.digest(of: message)
      case .sha512: SHA512.digest(of: message)
      }
    #expect(hash.finalize() == expected)
    #expect(algorithm.digest(of: message.span) == expected)
    #expect(algorithm.digestByteCount == expected.count)
  }

  @Test(arguments: HashAlgorithm.allCases)
  func `a running hash accepts more message bytes after it has returned a digest`(
    algorithm: HashAlgorithm
  ) {
    var hash = RunningHash(algorithm)
    hash.update([1])
    var fork = hash
    #expect(hash.finalize() == algorithm.digest(of: [1].span))
    hash.update([2])
    fork.update([3])
    #expect(hash.finalize() == algorithm.digest(of: [1, 2].span))
    #expect(fork.finalize() == algorithm.digest(of: [1, 3].span))
  }
}
