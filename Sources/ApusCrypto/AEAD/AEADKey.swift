public import ApusBytes
package import CApus

/// The algorithms of authenticated encryption, RFC 5116, that TLS names.
public enum AEADAlgorithm: Sendable, Hashable, CaseIterable {
  case aes128GCM, aes256GCM, chaCha20Poly1305

  /// How many bytes every nonce has.
  public static let nonceByteCount = APUS_AEAD_NONCE_BYTES

  /// How many bytes the tag adds to every message.
  public static let tagByteCount = APUS_AEAD_TAG_BYTES

  /// The most bytes that a plaintext, or its additional data, may have. SP 800-38D section 5.2.1.1.
  public static let byteLimit = (1 << 36) - 32

  /// How many bytes a key has.
  public var keyByteCount: Int { self == .aes128GCM ? 16 : 32 }

  /// The shim's name for it.
  package var shim: apus_aead_algorithm {
    switch self {
    case .aes128GCM: APUS_AES_128_GCM
    case .aes256GCM: APUS_AES_256_GCM
    case .chaCha20Poly1305: APUS_CHACHA20_POLY1305
    }
  }
}

/// A key made ready for authenticated encryption, whatever the algorithm.
///
/// A message is the ciphertext and behind it the tag, as in RFC 5116 section 5. It may be made and
/// opened where it lies, into an output span, or into a new array. No nonce may ever be used twice
/// with one key.
///
/// The key lies in heap memory, is never copied, and is wiped when its owner lets go of it.
@safe
public struct AEADKey: ~Copyable {
  /// The algorithm that the key is for.
  public let algorithm: AEADAlgorithm
  private let key: UnsafeMutablePointer<apus_aead_key>

  /// Makes a key ready, with the fastest instructions that this machine has.
  public init(_ algorithm: AEADAlgorithm, _ bytes: Span<UInt8>) throws(CryptoError) {
    try self.init(algorithm, bytes, tier: apus_aead_best_tier(algorithm.shim))
  }

  /// Makes a secret ready as a key.
  public init(_ algorithm: AEADAlgorithm, _ secret: borrowing SecretBytes) throws(CryptoError) {
    self = try secret.withBytes { bytes throws(CryptoError) in try AEADKey(algorithm, bytes) }
  }

  /// Whether this machine has a tier for an algorithm.
  package static func isSupported(_ algorithm: AEADAlgorithm, _ tier: apus_tier) -> Bool {
    apus_aead_supports(algorithm.shim, tier)
  }

  /// Makes a key ready for a tier, which this machine must have.
  package init(
    _ algorithm: AEADAlgorithm, _ bytes: Span<UInt8>, tier: apus_tier
  ) throws(CryptoError) {
    guard bytes.count == algorithm.keyByteCount else {
      throw .wrongByteCount(bytes.count, expected: algorithm.keyByteCount)
    }
    self.algorithm = algorithm
    // SAFETY: allocated here, wiped and freed in deinit, never handed out.
    unsafe key = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<apus_aead_key>.size, alignment: 64
    ).bindMemory(to: apus_aead_key.self, capacity: 1)
    // SAFETY: C reads the bytes of the span within this call, and sets all of the key.
    let result = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe apus_aead_init(key, algorithm.shim, tier, bytes.baseAddress, bytes.count)
    }
    precondition(result == APUS_AEAD_OK, "this machine does not have the tier")
  }

  deinit {
    // SAFETY: the block of init, of which no one else has the address.
    unsafe apus_aead_wipe(key)
    unsafe UnsafeMutableRawPointer(key).deallocate()
  }
}

// All that is done with a key reads it, and deinit has the only owner.
extension AEADKey: @unchecked Sendable {}

// MARK: Sealing

extension AEADKey {
  /// Encrypts a message where it lies; its last 16 bytes are the room for the tag.
  public func sealInPlace(
    _ message: inout MutableSpan<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>
  ) throws(CryptoError) {
    precondition(message.count >= AEADAlgorithm.tagByteCount, "a message needs room for its tag")
    let count = message.count - AEADAlgorithm.tagByteCount
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: count)
    // SAFETY: text and tag are the bytes of the span.
    unsafe message.withUnsafeMutableBufferPointer { message in
      guard let start = message.baseAddress else { return }
      unsafe seal(from: start, count, to: start, nonce, additionalData)
    }
  }

  /// Encrypts a plaintext to a message of 16 bytes more, appended to an output that has the room.
  public func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>,
    into output: inout OutputSpan<UInt8>
  ) throws(CryptoError) {
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: plaintext.count)
    let count = plaintext.count + AEADAlgorithm.tagByteCount
    precondition(output.freeCapacity >= count, "an output needs room for text and tag")
    // SAFETY: the output has room for text and tag behind what is filled.
    unsafe output.withUnsafeMutableBufferPointer { output, filled in
      unsafe plaintext.withUnsafeBufferPointer { plaintext in
        guard let start = output.baseAddress else { return }
        unsafe seal(
          from: plaintext.baseAddress, plaintext.count, to: start + filled, nonce, additionalData)
        filled += count
      }
    }
  }

  /// Encrypts a plaintext to a message of 16 bytes more.
  public func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>
  ) throws(CryptoError) -> [UInt8] {
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: plaintext.count)
    let capacity = plaintext.count + AEADAlgorithm.tagByteCount
    return try [UInt8](capacity: capacity) { output throws(CryptoError) in
      try seal(plaintext, nonce: nonce, additionalData: additionalData, into: &output)
    }
  }

  /// Writes the message of `count` bytes of text, and 16 of the tag.
  private func seal(
    from text: UnsafePointer<UInt8>?, _ count: Int, to message: UnsafeMutablePointer<UInt8>,
    _ nonce: Span<UInt8>, _ additionalData: Span<UInt8>
  ) {
    // SAFETY: C reads both spans within this call; the caller vouches for text and message.
    let result = unsafe nonce.withUnsafeBufferPointer { nonce in
      unsafe additionalData.withUnsafeBufferPointer { data in
        unsafe apus_aead_seal(
          key, nonce.baseAddress, data.baseAddress, data.count, text, count, message,
          message + count)
      }
    }
    precondition(result == APUS_AEAD_OK, "lengths are checked before")
  }
}

// MARK: Opening

extension AEADKey {
  /// Decrypts a message where it lies, or throws and leaves zeros.
  ///
  /// The plaintext is all of the message but its last 16 bytes.
  public func openInPlace(
    _ message: inout MutableSpan<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>
  ) throws(CryptoError) {
    let count = try plaintextCount(message.count)
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: count)
    // SAFETY: text and tag are the bytes of the span.
    let isAuthentic = unsafe message.withUnsafeMutableBufferPointer { message in
      guard let start = message.baseAddress else { return false }
      return unsafe open(start, count, to: start, nonce, additionalData)
    }
    guard isAuthentic else { throw .authenticationFailed }
  }

  /// Decrypts a message and appends its plaintext to an output, or throws and appends nothing.
  ///
  /// The output must have the room.
  public func open(
    _ message: Span<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>,
    into output: inout OutputSpan<UInt8>
  ) throws(CryptoError) {
    let count = try plaintextCount(message.count)
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: count)
    precondition(output.freeCapacity >= count, "an output needs room for the plaintext")
    // SAFETY: the output has room for the text behind what is filled; without any room it may have
    // no address, and then there is no text.
    let isAuthentic = unsafe output.withUnsafeMutableBufferPointer { output, filled in
      unsafe message.withUnsafeBufferPointer { message in
        guard let start = message.baseAddress else { return false }
        guard
          unsafe open(
            start, count, to: output.baseAddress.map { unsafe $0 + filled }, nonce, additionalData)
        else { return false }
        filled += count
        return true
      }
    }
    guard isAuthentic else { throw .authenticationFailed }
  }

  /// Decrypts a message, or throws.
  public func open(
    _ message: Span<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>
  ) throws(CryptoError) -> [UInt8] {
    let capacity = try plaintextCount(message.count)
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: capacity)
    return try [UInt8](capacity: capacity) { output throws(CryptoError) in
      try open(message, nonce: nonce, additionalData: additionalData, into: &output)
    }
  }

  /// Writes the text of a message of `count` bytes of text and 16 of the tag, if it is authentic.
  private func open(
    _ message: UnsafePointer<UInt8>, _ count: Int, to text: UnsafeMutablePointer<UInt8>?,
    _ nonce: Span<UInt8>, _ additionalData: Span<UInt8>
  ) -> Bool {
    // SAFETY: C reads both spans within this call; the caller vouches for text and message.
    let result = unsafe nonce.withUnsafeBufferPointer { nonce in
      unsafe additionalData.withUnsafeBufferPointer { data in
        unsafe apus_aead_open(
          key, nonce.baseAddress, data.baseAddress, data.count, message, count, text,
          message + count)
      }
    }
    return result == APUS_AEAD_OK
  }
}

// MARK: Lengths

extension AEADKey {
  /// Refuses lengths that no algorithm takes.
  static func check(nonceCount: Int, dataCount: Int, textCount: Int) throws(CryptoError) {
    guard nonceCount == AEADAlgorithm.nonceByteCount else {
      throw .wrongByteCount(nonceCount, expected: AEADAlgorithm.nonceByteCount)
    }
    let longest = max(dataCount, textCount)
    guard longest <= AEADAlgorithm.byteLimit else {
      throw .inputTooLong(byteCount: longest, limit: AEADAlgorithm.byteLimit)
    }
  }

  /// What is left of a message without its tag; without a tag it cannot be authentic.
  private func plaintextCount(_ messageCount: Int) throws(CryptoError) -> Int {
    guard messageCount >= AEADAlgorithm.tagByteCount else { throw .authenticationFailed }
    return messageCount - AEADAlgorithm.tagByteCount
  }
}
