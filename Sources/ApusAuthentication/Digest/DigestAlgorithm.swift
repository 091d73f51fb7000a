internal import ApusCrypto

extension Authentication {
  /// The hash function of a Digest challenge, and the way its key is computed.
  ///
  ///     algorithm = "algorithm" "=" ( "MD5" | "MD5-sess" | "SHA-256" | "SHA-256-sess"
  ///                                 | "SHA-512-256" | "SHA-512-256-sess" | token )
  ///
  /// RFC 7616 section 3.3.
  public struct DigestAlgorithm: Hashable, Sendable {
    /// The hash functions, the weakest first.
    public enum Function: Int, Sendable, CaseIterable, Comparable {
      /// MD5, which is broken, and all that many servers know.
      case md5
      /// SHA-256.
      case sha256
      /// SHA-512/256.
      case sha512Truncated

      public static func < (left: Function, right: Function) -> Bool {
        left.rawValue < right.rawValue
      }
    }

    /// The hash function.
    public let function: Function
    /// A Boolean value that indicates whether the first nonces of both sides are part of the key.
    public let hasSessionKey: Bool

    /// Creates an algorithm by its hash function and its key.
    ///
    /// - Parameters:
    ///   - function: The hash function.
    ///   - hasSessionKey: A Boolean value that indicates whether the key is made once for each
    ///     session; the default is false.
    public init(_ function: Function, hasSessionKey: Bool = false) {
      self.function = function
      self.hasSessionKey = hasSessionKey
    }

    /// The algorithm of a name, whose letter case does not count; nil for an unknown one.
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
  /// The name as challenges have it.
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
  /// The number of bytes of a digest.
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

  /// The digest of a secret message in lower-case hexadecimal digits, which is a secret as well.
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

  /// Hashes a message and leaves no part of it in the function's state.
  private static func run(
    _ hash: some HashFunction, _ message: Span<UInt8>, _ digest: inout MutableSpan<UInt8>
  ) {
    var hash = hash
    hash.update(message)
    hash.finalize(into: &digest)
  }

  /// The digit of a value below 16, without a branch: `9 - value` has its top bit set from 10 on.
  private static func digit(_ value: UInt8) -> UInt8 {
    0x30 &+ value &+ ((9 &- value) >> 7) &* 0x27
  }
}
