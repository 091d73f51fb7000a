internal import ApusCrypto

extension Authentication {
  /// The algorithm of a Digest challenge, which consists of a hash function and a rule for
  /// computing the key.
  ///
  ///     algorithm = "algorithm" "=" ( "MD5" | "MD5-sess" | "SHA-256" | "SHA-256-sess"
  ///                                 | "SHA-512-256" | "SHA-512-256-sess" | token )
  ///
  /// RFC 7616 section 3.3.
  public struct DigestAlgorithm: Hashable, Sendable {
    /// The hash functions of Digest, in the order of their strength from the weakest.
    public enum Function: Int, Sendable, CaseIterable, Comparable {
      /// The hash function MD5, which is broken. Many servers support only MD5.
      case md5
      /// The hash function SHA-256 of the Digest scheme.
      case sha256
      /// The hash function SHA-512/256 of the Digest scheme.
      case sha512Truncated

      public static func < (left: Function, right: Function) -> Bool {
        left.rawValue < right.rawValue
      }
    }

    /// The hash function of the Digest algorithm.
    public let function: Function
    /// A Boolean value that indicates whether the algorithm is a `-sess` variant, which derives a
    /// session key from the first nonces.
    public let hasSessionKey: Bool

    /// Creates a Digest algorithm from a hash function, with or without a session key.
    ///
    /// - Parameters:
    ///   - function: The hash function of the algorithm.
    ///   - hasSessionKey: A Boolean value that indicates whether the key is made once for each
    ///     session; the default is false.
    public init(_ function: Function, hasSessionKey: Bool = false) {
      self.function = function
      self.hasSessionKey = hasSessionKey
    }

    /// Creates the Digest algorithm with a name, which is compared without regard to letter case.
    /// The result is `nil` if the name is unknown.
    init?(named name: [UInt8]) {
      guard
        let found = Self.all.first(where: { ASCII.equalsIgnoringCase(name.span, $0.description) })
      else { return nil }
      self = found
    }

    private static let all = Function.allCases.flatMap { function in
      [false, true].map { DigestAlgorithm(function, hasSessionKey: $0) }
    }
  }
}

extension Authentication.DigestAlgorithm: CustomStringConvertible {
  /// The name of the Digest algorithm in the spelling of RFC 7616.
  public var description: String {
    let name =
      switch function {
      case .md5: "MD5"
      case .sha256: "SHA-256"
      case .sha512Truncated: "SHA-512-256"
      }
    return hasSessionKey ? name + "-sess" : name
  }
}

extension Authentication.DigestAlgorithm.Function {
  /// The number of bytes of a digest of the hash function.
  private var byteCount: Int {
    switch self {
    case .md5: InsecureMD5.byteCount
    case .sha256: SHA256.byteCount
    case .sha512Truncated: SHA512_256.byteCount
    }
  }

  /// The digest of a message in lower-case hexadecimal digits.
  func hex(_ message: [UInt8]) -> [UInt8] {
    secretHex(SecretBytes(copying: message.span)).withBytes { $0.copy() }
  }

  /// The digest of a secret message in lower-case hexadecimal digits. The digest is also a secret.
  func secretHex(_ message: consuming SecretBytes) -> Authentication.Secret {
    let digest = message.withBytes { message in
      SecretBytes(count: byteCount) { write(digestOf: message, to: &$0) }
    }
    return digest.withBytes { digest in
      Authentication.Secret(
        SecretBytes(count: 2 * digest.count) { digits in
          for index in digest.indices {
            digits[2 * index] = Self.digit(digest[index] >> 4)
            digits[2 * index + 1] = Self.digit(digest[index] & 15)
          }
        })
    }
  }

  private func write(digestOf message: Span<UInt8>, to digest: inout MutableSpan<UInt8>) {
    switch self {
    case .md5: Self.run(InsecureMD5(), message, &digest)
    case .sha256: Self.run(SHA256(), message, &digest)
    case .sha512Truncated: Self.run(SHA512_256(), message, &digest)
    }
  }

  /// Hashes a secret message without leaving any part of the message in the state of the hash
  /// function.
  private static func run(
    _ hash: some HashFunction, _ message: Span<UInt8>, _ digest: inout MutableSpan<UInt8>
  ) {
    var hash = hash
    hash.update(message)
    hash.finalize(into: &digest)
  }

  /// Returns the hexadecimal digit of a value below 16 without a branch. The top bit of `9 - value`
  /// is set for values of 10 or more.
  private static func digit(_ value: UInt8) -> UInt8 {
    0x30 &+ value &+ ((9 &- value) >> 7) &* 0x27
  }
}
