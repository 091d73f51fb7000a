import ApusBytes
import ApusCrypto

/// The content that a TLS 1.3 peer signs with the private key of its certificate.
///
///     -  A string that consists of octet 32 (0x20) repeated 64 times
///     -  The context string
///     -  A single 0 byte which serves as the separator
///     -  The content to be signed
///
/// RFC 8446 section 4.4.3. The content to be signed is the hash of the handshake transcript up to
/// the Certificate message.
enum SignedHandshake {
  /// The side of the TLS connection that signs the handshake.
  enum Signer: String {
    case server = "TLS 1.3, server CertificateVerify"
    case client = "TLS 1.3, client CertificateVerify"
  }

  static func content(of signer: Signer, transcriptHash: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0x20, count: 64) + Array(signer.rawValue.utf8) + [0] + transcriptHash
  }
}

/// The proof that a TLS peer has the private key of its certificate.
///
/// Only a successful check of a handshake signature creates the proof.
struct VerifiedSignature {
  let scheme: TLS.SignatureScheme

  fileprivate init(_ scheme: TLS.SignatureScheme) { self.scheme = scheme }
}

extension CertificateVerify {
  /// Checks the handshake signature with the public key of the peer's certificate.
  ///
  /// The method throws an error if the signature scheme was not offered.
  func verified(
    by key: VerificationKey, offered: [TLS.SignatureScheme], in version: TLS.Version,
    over content: [UInt8]
  ) throws(TLSError) -> VerifiedSignature {
    guard let scheme = TLS.SignatureScheme(rawValue: scheme), offered.contains(scheme) else {
      throw .broken(.schemeWasOffered)
    }
    guard scheme.fits(key, in: version) else { throw .broken(.schemeFitsKey) }
    #if APUS_FUZZING
      if Fuzzing.liftsProofs { return VerifiedSignature(scheme) }
    #endif
    guard key.isValid(signature: signature.span, scheme.algorithm, for: content.span) else {
      throw .wrongSignature
    }
    return VerifiedSignature(scheme)
  }
}

extension ServerKeyExchange {
  /// Checks the signature over the key share of a TLS 1.2 server.
  ///
  ///     SHA(ClientHello.random + ServerHello.random + ServerKeyExchange.params)
  ///
  /// RFC 8422 section 5.4. In TLS 1.2 the cipher suite determines the kind of the signing key, and
  /// any curve is allowed with any hash function.
  func verified(
    by key: VerificationKey, offered: [TLS.SignatureScheme], suite: TLS.CipherSuite,
    clientRandom: [UInt8], serverRandom: [UInt8]
  ) throws(TLSError) -> VerifiedSignature {
    guard suite.isSigned(by: key) else { throw .broken(.schemeFitsKey) }
    var content = ByteWriter()
    content.write(clientRandom)
    content.write(serverRandom)
    do throws(EncodeError) { try Self.write(share, to: &content) } catch {
      throw .unencodable(error)
    }
    return try CertificateVerify(scheme, signature)
      .verified(by: key, offered: offered, in: .tls12, over: content.bytes)
  }
}

extension TLS.CipherSuite {
  /// Returns a Boolean value that indicates whether a TLS 1.2 cipher suite allows signatures by the
  /// kind of a key.
  ///
  /// RFC 8422 section 2.
  fileprivate func isSigned(by key: VerificationKey) -> Bool {
    switch key {
    case .rsa, .rsaPSS: isOfRSA
    case .p256, .p384, .p521, .ed25519: !isOfRSA
    }
  }

  private var isOfRSA: Bool {
    switch self {
    case .ecdheRSAWithAES128GCM, .ecdheRSAWithAES256GCM, .ecdheRSAWithChaCha20Poly1305: true
    case .ecdheECDSAWithAES128GCM, .ecdheECDSAWithAES256GCM, .ecdheECDSAWithChaCha20Poly1305,
      .aes128GCM, .aes256GCM, .chaCha20Poly1305:
      false
    }
  }
}
