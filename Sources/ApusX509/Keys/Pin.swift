internal import ApusBytes
internal import ApusCrypto

extension X509 {
  /// A key pin: the text `sha256/` and the SHA-256 digest of a SubjectPublicKeyInfo in base64.
  ///
  ///     pin-directive  = pin-type "=" quoted-string
  ///
  /// RFC 7469 section 2.4 defines the hashed bytes of a key pin. A key pin stores its 32 bytes
  /// inline.
  public struct Pin: Hashable, Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Creates the key pin of a SubjectPublicKeyInfo.
    ///
    /// - Parameter der: The bytes of the SubjectPublicKeyInfo.
    public init(publicKeyInfo der: Span<UInt8>) {
      self.init(checked: SHA256.digest(of: der).span)
    }

    /// Creates the key pin of a public key.
    ///
    /// - Parameter key: The public key to pin.
    public init(_ key: PublicKey) {
      self.init(publicKeyInfo: key.der.span)
    }

    /// Creates a key pin from the 32 bytes of a digest.
    ///
    /// - Parameter digest: The SHA-256 digest of a SubjectPublicKeyInfo.
    public init(digest: [UInt8]) throws(X509Error) {
      guard digest.count == SHA256.byteCount else { throw .malformedPin }
      self.init(checked: digest.span)
    }

    /// Reads a key pin from the text `sha256/` and 44 characters of base64.
    ///
    /// - Parameter text: The text of the key pin.
    public init(_ text: String) throws(X509Error) {
      let bytes = Array(text.utf8)
      let prefix = Array("sha256/".utf8)
      guard bytes.starts(with: prefix),
        let digest = try? Base64.decode(bytes.span.extracting(droppingFirst: prefix.count)),
        digest.count == SHA256.byteCount
      else { throw .malformedPin }
      self.init(checked: digest.span)
    }

    /// The 32 bytes of the key pin's SHA-256 digest.
    public var digest: [UInt8] {
      var bytes: [UInt8] = []
      for word in [words.0, words.1, words.2, words.3] {
        for shift in stride(from: 56, through: 0, by: -8) {
          bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
      }
      return bytes
    }

    private init(checked digest: Span<UInt8>) {
      func word(at start: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in start..<start + 8 { word = word << 8 | UInt64(digest[index]) }
        return word
      }
      words = (word(at: 0), word(at: 8), word(at: 16), word(at: 24))
    }

    public static func == (left: Pin, right: Pin) -> Bool { left.words == right.words }

    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
  }
}

extension X509.Pin: CustomStringConvertible {
  /// The text of the key pin: `sha256/` and the digest in base64.
  public var description: String { "sha256/" + Base64.encode(digest) }
}
