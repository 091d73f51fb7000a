/// A hash function that takes its message in pieces.
///
/// Its state is a value: a copy is a fork, which is what a transcript needs. It is made of plain
/// integers, so that it can be wiped where it has seen a secret.
public protocol HashFunction: BitwiseCopyable, Sendable {
  /// How many bytes a digest has.
  static var byteCount: Int { get }

  /// How many bytes the function takes in at once.
  static var blockByteCount: Int { get }

  /// The state before the first byte.
  init()

  /// Takes in more of the message.
  mutating func update(_ bytes: Span<UInt8>)

  /// Writes the digest, of exactly `byteCount` bytes, and wipes the state, which starts anew.
  mutating func finalize(into digest: inout MutableSpan<UInt8>)
}

extension HashFunction {
  /// Takes in more of the message.
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Returns the digest of what was taken in so far; the state stays, and may take in more.
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
  /// How many bytes a digest has. FIPS 180-4 section 1.
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
