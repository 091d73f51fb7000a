public import ApusBytes
public import ApusCrypto

extension TLS {
  /// A signer with a client's key in another place: a KMS, an HSM or an agent.
  ///
  /// The handshake waits for it; the caller must limit the time.
  public protocol Signer: Sendable {
    /// Signs the content of a CertificateVerify, which is not hashed, with a scheme.
    ///
    /// ECDSA signatures are in DER, RSA signatures are as long as the modulus. RFC 8446 section
    /// 4.4.3.
    ///
    /// - Parameters:
    ///   - content: The bytes to sign, which the scheme's hash function has not processed.
    ///   - scheme: One of the schemes of the identity.
    func signature(for content: [UInt8], by scheme: SignatureScheme) async throws -> [UInt8]
  }
}

extension TLS {
  /// A client's private key in this process, which is wiped when its last owner releases it.
  ///
  /// No description shows any part of it except its kind.
  public final class HeldKey: Sendable {
    private let key: SigningKey
    /// The public key that belongs to the private key.
    public let publicKey: VerificationKey

    /// Creates the value from a key.
    ///
    /// - Parameter key: The private key.
    public init(_ key: consuming SigningKey) {
      publicKey = key.publicKey
      self.key = key
    }

    /// Signs the content of a CertificateVerify with a scheme.
    ///
    /// - Parameters:
    ///   - content: The bytes to sign, which the scheme's hash function has not processed.
    ///   - scheme: A scheme for this kind of key.
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

  /// An empty mirror, so that a dump shows no part of the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension VerificationKey {
  /// The schemes with which the private key signs handshakes, the most suitable first.
  ///
  /// RFC 8446 section 4.2.3: an elliptic curve has one hash function, and a PSS key has its own
  /// schemes. The hash functions that only TLS 1.2 combines with a curve are the last: RFC 5246
  /// section 7.4.1.4.1.
  var handshakeSchemes: [TLS.SignatureScheme] {
    ownSchemes + TLS.SignatureScheme.byPreference.filter { canSign(by: $0) && !isOwn($0) }
  }

  /// The schemes without the hash functions that only TLS 1.2 combines with a curve.
  ///
  /// Services with keys often have one hash function for each curve.
  var ownSchemes: [TLS.SignatureScheme] {
    TLS.SignatureScheme.byPreference.filter { isOwn($0) }
  }

  /// Returns whether the private key can sign with a scheme, in at least one version of TLS.
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
