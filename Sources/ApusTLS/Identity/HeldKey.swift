public import ApusBytes
public import ApusCrypto

extension TLS {
  /// A signer with a client's private key outside the process, such as a KMS, an HSM or an agent.
  ///
  /// The TLS handshake waits for the signer, so the caller must set a time limit.
  public protocol Signer: Sendable {
    /// Signs the content of a CertificateVerify message with a signature scheme.
    ///
    /// The signer hashes the content. An ECDSA signature is in DER, and an RSA signature is as long
    /// as the modulus. RFC 8446 section 4.4.3.
    ///
    /// - Parameters:
    ///   - content: The bytes to sign, which the scheme's hash function has not processed.
    ///   - scheme: The signature scheme, which is one of the schemes of the identity.
    func signature(for content: [UInt8], by scheme: SignatureScheme) async throws -> [UInt8]
  }
}

extension TLS {
  /// A client's private key in the memory of this process, which is wiped when it is released.
  ///
  /// A description shows only the kind of the private key.
  public final class HeldKey: Sendable {
    private let key: SigningKey
    /// The public key that belongs to the private key.
    public let publicKey: VerificationKey

    /// Takes ownership of a private signing key.
    ///
    /// - Parameter key: The private key.
    public init(_ key: consuming SigningKey) {
      publicKey = key.publicKey
      self.key = key
    }

    /// Signs the content of a CertificateVerify message with a signature scheme.
    ///
    /// - Parameters:
    ///   - content: The bytes to sign, which the scheme's hash function has not processed.
    ///   - scheme: The signature scheme, which must match the kind of the private key.
    ///   - random: The source of random bytes.
    public func signature(
      for content: Span<UInt8>, by scheme: SignatureScheme, using random: some RandomSource
    ) throws(IdentityError) -> [UInt8] {
      guard publicKey.canSign(by: scheme) else { throw .unsupportedScheme(scheme) }
      do throws(CryptoError) {
        return try key.signature(for: content, scheme.algorithm, using: random)
      } catch {
        throw .signing(error)
      }
    }
  }
}

extension TLS.HeldKey: CustomStringConvertible, CustomReflectable {
  public var description: String {
    let kind =
      switch publicKey {
      case .rsa: "RSA"
      case .rsaPSS: "RSA-PSS"
      case .p256: "P-256"
      case .p384: "P-384"
      case .p521: "P-521"
      case .ed25519: "Ed25519"
      }
    return "a private key of \(kind)"
  }

  /// An empty mirror, which prevents `dump` from showing a part of the private key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension VerificationKey {
  /// The signature schemes of the private key for handshakes, in descending order of preference.
  ///
  /// RFC 8446 section 4.2.3. In TLS 1.3 each elliptic curve has one hash function, and an RSA-PSS
  /// key has its own schemes. The last schemes of the list combine the curve with other hash
  /// functions, as TLS 1.2 allows. RFC 5246 section 7.4.1.4.1.
  var handshakeSchemes: [TLS.SignatureScheme] {
    ownSchemes + TLS.SignatureScheme.byPreference.filter { canSign(by: $0) && !isOwn($0) }
  }

  /// The signature schemes of the private key that TLS 1.3 defines, and RSA PKCS #1.
  ///
  /// Key management services often support one hash function for each curve.
  var ownSchemes: [TLS.SignatureScheme] {
    TLS.SignatureScheme.byPreference.filter { isOwn($0) }
  }

  /// Returns whether the private key can sign with a scheme in at least one TLS version.
  func canSign(by scheme: TLS.SignatureScheme) -> Bool {
    scheme.fits(self, in: .tls13) || scheme.fits(self, in: .tls12)
  }

  private func isOwn(_ scheme: TLS.SignatureScheme) -> Bool {
    switch scheme {
    case .rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512: scheme.fits(self, in: .tls12)
    case .ecdsaSECP256R1SHA256, .ecdsaSECP384R1SHA384, .ecdsaSECP521R1SHA512, .ed25519,
      .rsaPSSRSAESHA256, .rsaPSSRSAESHA384, .rsaPSSRSAESHA512, .rsaPSSPSSSHA256, .rsaPSSPSSSHA384,
      .rsaPSSPSSSHA512:
      scheme.fits(self, in: .tls13)
    }
  }
}

extension TLS.SignatureScheme {
  fileprivate static let byPreference: [TLS.SignatureScheme] = [
    .ecdsaSECP256R1SHA256, .ecdsaSECP384R1SHA384, .ecdsaSECP521R1SHA512, .ed25519,
    .rsaPSSRSAESHA256, .rsaPSSRSAESHA384, .rsaPSSRSAESHA512, .rsaPSSPSSSHA256, .rsaPSSPSSSHA384,
    .rsaPSSPSSSHA512, .rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512,
  ]
}
