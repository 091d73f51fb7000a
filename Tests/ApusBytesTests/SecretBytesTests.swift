import ApusBytes
import Testing

@Suite struct SecretBytesTests {
  @Test(arguments: [0, 1, 15, 16, 17, 4096])
  func `a new secret of zeros contains only zero bytes`(count: Int) {
    let secret = SecretBytes(zeros: count)
    #expect(secret.count == count)
    #expect(secret.withBytes { $0.copy() } == [UInt8](repeating: 0, count: count))
  }

  @Test func `creating a secret with a negative length traps`() async {
    await #expect(processExitsWith: .failure) { _ = SecretBytes(zeros: -1) }
  }

  @Test(arguments: [0, 1, 32, 1000])
  func `a secret contains a copy of the given bytes`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
    let secret = SecretBytes(copying: bytes.span)
    #expect(secret.count == count)
    #expect(secret.withBytes { $0.copy() } == bytes)
  }

  @Test func `a closure writes the bytes of a secret in place`() {
    let secret = SecretBytes(count: 3) { bytes in
      #expect(bytes.count == 3)
      for index in bytes.indices { bytes[index] = UInt8(index) + 1 }
    }
    #expect(secret.withBytes { $0.copy() } == [1, 2, 3])
  }

  @Test func `an error of the closure that fills a secret is thrown to the caller`() {
    let failure = RandomError.unavailable(errno: 5)
    #expect(throws: failure) {
      _ = try SecretBytes(count: 32) { (_) throws(RandomError) in throw failure }
    }
  }

  @Test func `the owner of a secret can change its bytes`() {
    var secret = SecretBytes(copying: [1, 2, 3].span)
    secret.withMutableBytes { $0[1] = 9 }
    #expect(secret.withBytes { $0.copy() } == [1, 9, 3])
  }

  @Test func `changing a copy of a secret does not change the original`() {
    var secret = SecretBytes(copying: [1, 2, 3].span)
    var copy = secret.copy()
    secret.withMutableBytes { $0[0] = 7 }
    copy.withMutableBytes { $0[2] = 8 }
    #expect(secret.withBytes { $0.copy() } == [7, 2, 3])
    #expect(copy.withBytes { $0.copy() } == [1, 2, 8])
  }

  @Test func `a copy of a secret is readable after the original was released`() {
    func copyOfReleased() -> SecretBytes { SecretBytes(copying: [1, 2, 3].span).copy() }
    #expect(copyOfReleased().withBytes { $0.copy() } == [1, 2, 3])
  }

  @Test func `reading a secret returns the result or throws the error of the closure`() {
    var secret = SecretBytes(copying: [4, 5].span)
    #expect(secret.withBytes { $0.count } == 2)
    #expect(secret.withMutableBytes { $0.count } == 2)
    #expect(throws: DecodeError.malformedEnding(at: 1)) {
      try secret.withBytes { (_) throws(DecodeError) in throw .malformedEnding(at: 1) }
    }
    #expect(throws: DecodeError.malformedEnding(at: 2)) {
      try secret.withMutableBytes { (_) throws(DecodeError) in throw .malformedEnding(at: 2) }
    }
  }

  @Test func `the description of a value that contains a secret omits the secret's bytes`() {
    final class Owner {
      let name = "key"
      let secret = SecretBytes(copying: [0xde, 0xad, 0xbe, 0xef].span)
    }
    let owner = Owner()
    var dumped = ""
    dump(owner, to: &dumped)
    #expect(dumped.utf8.count > 40)
    let children = Mirror(reflecting: owner).children.map { "\($0.label ?? ""): \($0.value)" }
    #expect(children == ["name: key", "secret: ()"])
    for text in [dumped, "\(owner)", String(reflecting: owner)] {
      for shown in ["deadbeef", "222, 173", "222\n", "0xde", "3q2+7w"] {
        #expect(!text.contains(shown), "\(text)")
      }
    }
  }
}
