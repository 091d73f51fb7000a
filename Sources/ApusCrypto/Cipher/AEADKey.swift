public import ApusBytes
package import CApus

/// An authenticated encryption algorithm (RFC 5116) of TLS.
public enum AEADAlgorithm: Sendable, Hashable, CaseIterable {
  case aes128GCM, aes256GCM, chaCha20Poly1305

  /// The number of bytes of an AEAD nonce, which is the same for all algorithms.
  public static let nonceByteCount = APUS_AEAD_NONCE_BYTES

  /// The number of bytes of the authentication tag, which is appended to the ciphertext.
  public static let tagByteCount = APUS_AEAD_TAG_BYTES

  /// The maximum number of bytes of a plaintext or of additional data. SP 800-38D section 5.2.1.1.
  public static let byteLimit = (1 << 36) - 32

  /// The number of bytes of a key for the AEAD algorithm.
  public var keyByteCount: Int { self == .aes128GCM ? 16 : 32 }

  /// The constant of the AEAD algorithm in the C module.
  package var shim: apus_aead_algorithm {
    switch self {
    case .aes128GCM: APUS_AES_128_GCM
    case .aes256GCM: APUS_AES_256_GCM
    case .chaCha20Poly1305: APUS_CHACHA20_POLY1305
    }
  }
}

/// An encryption key that is prepared for one authenticated encryption (AEAD) algorithm.
///
/// A message is the ciphertext followed by the authentication tag, as in RFC 5116 section 5. The
/// key can seal and open a message in place, into an output span, or into a new array. Never use a
/// nonce twice with one key.
///
/// The key is stored on the heap and is never copied. The key is wiped when its owner releases the
/// value.
@safe
public struct AEADKey: ~Copyable {
  /// The authenticated encryption algorithm of the key.
  public let algorithm: AEADAlgorithm
  private let key: UnsafeMutablePointer<apus_aead_key>

  /// Prepares an encryption key for the fastest instructions of this machine.
  public init(_ algorithm: AEADAlgorithm, _ bytes: Span<UInt8>) throws(CryptoError) {
    try self.init(algorithm, bytes, tier: apus_aead_best_tier(algorithm.shim))
  }

  /// Prepares an encryption key from a secret.
  public init(_ algorithm: AEADAlgorithm, _ secret: borrowing SecretBytes) throws(CryptoError) {
    self = try secret.withBytes { bytes throws(CryptoError) in try AEADKey(algorithm, bytes) }
  }

  /// Returns a Boolean value that indicates whether the processor supports an instruction set for
  /// an algorithm.
  package static func isSupported(_ algorithm: AEADAlgorithm, _ tier: apus_tier) -> Bool {
    apus_aead_supports(algorithm.shim, tier)
  }

  /// Prepares an encryption key for an instruction set, which the processor must support.
  package init(
    _ algorithm: AEADAlgorithm, _ bytes: Span<UInt8>, tier: apus_tier
  ) throws(CryptoError) {
    guard bytes.count == algorithm.keyByteCount else {
      throw .wrongByteCount(bytes.count, expected: algorithm.keyByteCount)
    }
    self.algorithm = algorithm
    // SAFETY: this initializer allocates the memory, deinit wipes and frees the memory, and no
    // method exposes the address.
    unsafe key = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<apus_aead_key>.size, alignment: 64
    ).bindMemory(to: apus_aead_key.self, capacity: 1)
    // SAFETY: the C function reads the bytes of the span within this call, and initializes the
    // whole key.
    let result = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe apus_aead_init(key, algorithm.shim, tier, bytes.baseAddress, bytes.count)
    }
    precondition(result == APUS_AEAD_OK, "this machine does not have the tier")
  }

  deinit {
    // SAFETY: the initializer allocated the memory, and no method has exposed its address.
    unsafe apus_aead_wipe(key)
    unsafe UnsafeMutableRawPointer(key).deallocate()
  }
}

// Every operation on the key only reads the key. Only the deinitializer changes the key, and the
// key has only one owner.
extension AEADKey: @unchecked Sendable {}

// MARK: Sealing

extension AEADKey {
  /// Encrypts a message in place; its last 16 bytes are reserved for the authentication tag.
  public func sealInPlace(
    _ message: inout MutableSpan<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>
  ) throws(CryptoError) {
    precondition(message.count >= AEADAlgorithm.tagByteCount, "the message has no room for its tag")
    let count = message.count - AEADAlgorithm.tagByteCount
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: count)
    // SAFETY: the text and the tag are the bytes of the span.
    unsafe message.withUnsafeMutableBufferPointer { message in
      guard let start = message.baseAddress else { return }
      unsafe seal(from: start, count, to: start, nonce, additionalData)
    }
  }

  /// Encrypts a plaintext and appends the message, which is 16 bytes longer, to an output span.
  ///
  /// The output span must have enough capacity.
  public func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>,
    into output: inout OutputSpan<UInt8>
  ) throws(CryptoError) {
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: plaintext.count)
    let count = plaintext.count + AEADAlgorithm.tagByteCount
    precondition(output.freeCapacity >= count, "the output has no room for text and tag")
    // SAFETY: the output has room for the text and the tag after its initialized part.
    unsafe output.withUnsafeMutableBufferPointer { output, filled in
      unsafe plaintext.withUnsafeBufferPointer { plaintext in
        guard let start = output.baseAddress else { return }
        unsafe seal(
          from: plaintext.baseAddress, plaintext.count, to: start + filled, nonce, additionalData)
        filled += count
      }
    }
  }

  /// Encrypts a plaintext, and returns the ciphertext followed by the authentication tag of 16
  /// bytes.
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

  /// Writes `count` bytes of ciphertext, followed by the authentication tag of 16 bytes.
  private func seal(
    from text: UnsafePointer<UInt8>?, _ count: Int, to message: UnsafeMutablePointer<UInt8>,
    _ nonce: Span<UInt8>, _ additionalData: Span<UInt8>
  ) {
    // SAFETY: C reads both spans within this call, and the caller guarantees that the text and the
    // message are valid.
    let result = unsafe nonce.withUnsafeBufferPointer { nonce in
      unsafe additionalData.withUnsafeBufferPointer { data in
        unsafe apus_aead_seal(
          key, nonce.baseAddress, data.baseAddress, data.count, text, count, message,
          message + count)
      }
    }
    precondition(result == APUS_AEAD_OK, "the lengths were not checked")
  }
}

// MARK: Opening

extension AEADKey {
  /// Decrypts a message in place, and overwrites the message with zeros if the method throws.
  ///
  /// The plaintext is the message without its last 16 bytes.
  public func openInPlace(
    _ message: inout MutableSpan<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>
  ) throws(CryptoError) {
    let count = try plaintextCount(message.count)
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: count)
    // SAFETY: the text and the tag are the bytes of the span.
    let isAuthentic = unsafe message.withUnsafeMutableBufferPointer { message in
      guard let start = message.baseAddress else { return false }
      return unsafe open(start, count, to: start, nonce, additionalData)
    }
    guard isAuthentic else { throw .authenticationFailed }
  }

  /// Decrypts a message and appends its plaintext to an output span.
  ///
  /// The method appends nothing if it throws an error. The output span must have enough capacity.
  public func open(
    _ message: Span<UInt8>, nonce: Span<UInt8>, additionalData: Span<UInt8>,
    into output: inout OutputSpan<UInt8>
  ) throws(CryptoError) {
    let count = try plaintextCount(message.count)
    try Self.check(
      nonceCount: nonce.count, dataCount: additionalData.count, textCount: count)
    precondition(output.freeCapacity >= count, "the output has no room for the plaintext")
    // SAFETY: the output has room for the text after its initialized part. An output without
    // capacity can have no address, and the text is empty in this case.
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

  /// Decrypts a message and returns its plaintext.
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

  /// Writes the plaintext of a message if the message is authentic.
  ///
  /// The message consists of `count` bytes of ciphertext and 16 bytes of the authentication tag.
  private func open(
    _ message: UnsafePointer<UInt8>, _ count: Int, to text: UnsafeMutablePointer<UInt8>?,
    _ nonce: Span<UInt8>, _ additionalData: Span<UInt8>
  ) -> Bool {
    // SAFETY: C reads both spans within this call, and the caller guarantees that the text and the
    // message are valid.
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
  /// Throws an error if the length of the nonce, the data or the text is not supported.
  static func check(nonceCount: Int, dataCount: Int, textCount: Int) throws(CryptoError) {
    guard nonceCount == AEADAlgorithm.nonceByteCount else {
      throw .wrongByteCount(nonceCount, expected: AEADAlgorithm.nonceByteCount)
    }
    let longest = max(dataCount, textCount)
    guard longest <= AEADAlgorithm.byteLimit else {
      throw .inputTooLong(byteCount: longest, limit: AEADAlgorithm.byteLimit)
    }
  }

  /// Returns the length of an encrypted message without its authentication tag.
  ///
  /// The method throws an error if the message is shorter than a tag, because the message is not
  /// authentic.
  private func plaintextCount(_ messageCount: Int) throws(CryptoError) -> Int {
    guard messageCount >= AEADAlgorithm.tagByteCount else { throw .authenticationFailed }
    return messageCount - AEADAlgorithm.tagByteCount
  }
}
