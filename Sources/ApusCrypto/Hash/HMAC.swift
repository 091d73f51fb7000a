public import ApusBytes

/// A message authentication code (HMAC) that processes a message in parts. RFC 2104 section 2.
public struct HMAC: ~Copyable {
  private enum Core {
    case sha256(KeyedHash<SHA256>)
    case sha384(KeyedHash<SHA384>)
    case sha512(KeyedHash<SHA512>)
  }

  /// The hash function of the authentication code.
  public let hash: HashAlgorithm
  private let core: Core

  /// Creates an HMAC with a key of any length.
  public init(_ hash: HashAlgorithm, key: Span<UInt8>) {
    self.hash = hash
    core =
      switch hash {
      case .sha256: .sha256(KeyedHash(key: key))
      case .sha384: .sha384(KeyedHash(key: key))
      case .sha512: .sha512(KeyedHash(key: key))
      }
  }

  /// Creates an HMAC with a secret key.
  public init(_ hash: HashAlgorithm, key: borrowing SecretBytes) {
    self = key.withBytes { HMAC(hash, key: $0) }
  }

  /// Adds the next part of the message to the HMAC.
  public mutating func update(_ bytes: Span<UInt8>) {
    switch core {
    case .sha256(let keyed): keyed.update(bytes)
    case .sha384(let keyed): keyed.update(bytes)
    case .sha512(let keyed): keyed.update(bytes)
    }
  }

  /// Writes the authentication code of the message, which is as long as a digest. The key remains
  /// for the next message.
  public mutating func finalize(into code: inout MutableSpan<UInt8>) {
    switch core {
    case .sha256(let keyed): keyed.finalize(into: &code)
    case .sha384(let keyed): keyed.finalize(into: &code)
    case .sha512(let keyed): keyed.finalize(into: &code)
    }
  }

  /// Returns the authentication code of the message as public bytes. The key remains for the next
  /// message.
  public mutating func finalize() -> [UInt8] {
    var code = [UInt8](repeating: 0, count: hash.digestByteCount)
    var span = code.mutableSpan
    finalize(into: &span)
    return code
  }

  /// Returns whether an authentication code is valid for the message, in constant time.
  ///
  /// The HMAC keeps its key for the next message.
  public mutating func isValid(code: Span<UInt8>) -> Bool {
    var right = SecretBytes(zeros: hash.digestByteCount)
    right.withMutableBytes { finalize(into: &$0) }
    // PUBLIC: the result of the comparison, which the caller needs.
    return right.withBytes { ConstantTime.equal($0, code).declassified }
  }

  /// Returns the authentication code of a whole message.
  public static func code(
    _ hash: HashAlgorithm, key: Span<UInt8>, for message: Span<UInt8>
  ) -> [UInt8] {
    var hmac = HMAC(hash, key: key)
    hmac.update(message)
    return hmac.finalize()
  }
}

/// HMAC with one hash function: two hash states that depend on the key, and a running hash state.
///
/// The hash states are as secret as the key, so they are stored in memory that is wiped. RFC 2104
/// section 2.
final class KeyedHash<Hash: HashFunction> {
  private var inner = Hash()
  private var outer = Hash()
  private var running = Hash()

  /// Creates the hash states of an HMAC key. A key that is longer than a block is hashed first.
  init(key: Span<UInt8>) {
    var block = SecretBytes(zeros: Hash.blockByteCount)
    block.withMutableBytes { block in
      if key.count > Hash.blockByteCount {
        running.update(key)
        let digest = SecretBytes(count: Hash.byteCount) { running.finalize(into: &$0) }
        digest.withBytes { block.copy($0) }
      } else {
        block.copy(key)
      }
      for index in block.indices { block[index] ^= 0x36 }
      inner.update(block.span)
      for index in block.indices { block[index] ^= 0x36 ^ 0x5c }
      outer.update(block.span)
    }
    running = inner
  }

  deinit {
    Wipe.value(&inner)
    Wipe.value(&outer)
    Wipe.value(&running)
  }

  /// Adds the next part of the message to the running hash state.
  func update(_ bytes: Span<UInt8>) { running.update(bytes) }

  /// Writes the authentication code of the message, which is as long as a digest. The key remains
  /// for the next message.
  func finalize(into code: inout MutableSpan<UInt8>) {
    running.finalize(into: &code)
    running = outer
    running.update(code.span)
    running.finalize(into: &code)
    running = inner
  }
}

/// Convenience methods for the signatures of requests, which do not require an import of the
/// cryptographic module.
extension HashAlgorithm {
  /// Returns the digest of a whole message.
  public func digest(of message: [UInt8]) -> [UInt8] { digest(of: message.span) }

  /// Returns the message authentication code (HMAC) of a message with a key.
  ///
  ///     let code = HashAlgorithm.sha256.code(of: Array(text.utf8), key: key)
  ///
  /// Check the code of a received message with `Authentication.Secret.verifies`, whose running time
  /// does not depend on the differences. RFC 2104 section 2.
  public func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    HMAC.code(self, key: key.span, for: message.span)
  }

  /// Returns bytes, such as a digest, as lower-case hexadecimal digits.
  public static func hex(_ bytes: [UInt8]) -> String { Hex.encode(bytes) }
}
