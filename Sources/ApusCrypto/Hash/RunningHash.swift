/// A hash function that is chosen at run time and processes a message in parts.
///
/// The state of the hash function is a value, so a copy continues independently, as a TLS
/// transcript requires.
public struct RunningHash: Sendable {
  private enum State {
    case sha256(SHA256)
    case sha384(SHA384)
    case sha512(SHA512)
  }

  /// The algorithm of the hash function.
  public let algorithm: HashAlgorithm
  private var state: State

  /// Creates the initial state of a hash function.
  public init(_ algorithm: HashAlgorithm) {
    self.algorithm = algorithm
    state =
      switch algorithm {
      case .sha256: .sha256(SHA256())
      case .sha384: .sha384(SHA384())
      case .sha512: .sha512(SHA512())
      }
  }

  /// Adds the next part of the message to the hash function's state.
  public mutating func update(_ bytes: Span<UInt8>) {
    switch state {
    case .sha256(var hash):
      hash.update(bytes)
      state = .sha256(hash)
    case .sha384(var hash):
      hash.update(bytes)
      state = .sha384(hash)
    case .sha512(var hash):
      hash.update(bytes)
      state = .sha512(hash)
    }
  }

  /// Adds the next part of the message to the hash function's state.
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Returns the digest of the message parts that have been added.
  ///
  /// The method does not change the hash function's state, so the caller can add more parts of the
  /// message.
  public func finalize() -> [UInt8] {
    switch state {
    case .sha256(let hash): hash.finalize()
    case .sha384(let hash): hash.finalize()
    case .sha512(let hash): hash.finalize()
    }
  }
}
