/// A hash function that processes a message in parts.
///
/// The state of the hash function is a value, so a copy continues independently, as a TLS
/// transcript requires. The state consists of plain integers, so the caller can wipe the state of a
/// secret message.
public protocol HashFunction: BitwiseCopyable, Sendable {
  /// The number of bytes of the hash function's digest.
  static var byteCount: Int { get }

  /// The number of bytes of a message block of the hash function.
  static var blockByteCount: Int { get }

  /// Creates the initial state of the hash function.
  init()

  /// Adds the next part of the message to the hash function's state.
  mutating func update(_ bytes: Span<UInt8>)

  /// Writes the digest, which has exactly `byteCount` bytes, and resets the hash function to its
  /// initial state.
  mutating func finalize(into digest: inout MutableSpan<UInt8>)
}

extension HashFunction {
  /// Adds the next part of the message to the hash function's state.
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Returns the digest of the message parts that have been added.
  ///
  /// The method does not change the hash function's state, so the caller can add more parts of the
  /// message.
  public func finalize() -> [UInt8] {
    var copy = self
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    var span = digest.mutableSpan
    copy.finalize(into: &span)
    return digest
  }

  /// Returns the digest of a whole message.
  public static func digest(of message: Span<UInt8>) -> [UInt8] {
    var hash = Self()
    hash.update(message)
    return hash.finalize()
  }

  /// Returns the digest of a whole message.
  public static func digest(of message: [UInt8]) -> [UInt8] { digest(of: message.span) }
}

extension HashAlgorithm {
  /// The number of bytes of the hash function's digest. FIPS 180-4 section 1.
  public var digestByteCount: Int {
    switch self {
    case .sha256: SHA256.byteCount
    case .sha384: SHA384.byteCount
    case .sha512: SHA512.byteCount
    }
  }

  /// Returns the digest of a whole message.
  public func digest(of message: Span<UInt8>) -> [UInt8] {
    switch self {
    case .sha256: SHA256.digest(of: message)
    case .sha384: SHA384.digest(of: message)
    case .sha512: SHA512.digest(of: message)
    }
  }
}
