public import ApusCrypto

extension TLS {
  /// A signature scheme for TLS handshakes and certificates.
  ///
  /// RFC 8446 section 4.2.3. RSA PKCS #1 schemes are allowed for certificates and for TLS 1.2
  /// handshakes. An ECDSA scheme does not determine the curve in TLS 1.2.
  public enum SignatureScheme: UInt16, Sendable, Hashable, CaseIterable {
    case rsaPKCS1SHA256 = 0x0401
    case rsaPKCS1SHA384 = 0x0501
    case rsaPKCS1SHA512 = 0x0601
    case ecdsaSECP256R1SHA256 = 0x0403
    case ecdsaSECP384R1SHA384 = 0x0503
    case ecdsaSECP521R1SHA512 = 0x0603
    case rsaPSSRSAESHA256 = 0x0804
    case rsaPSSRSAESHA384 = 0x0805
    case rsaPSSRSAESHA512 = 0x0806
    case ed25519 = 0x0807
    case rsaPSSPSSSHA256 = 0x0809
    case rsaPSSPSSSHA384 = 0x080a
    case rsaPSSPSSSHA512 = 0x080b
  }
}

extension TLS.SignatureScheme {
  /// The signature algorithm of the scheme.
  public var algorithm: SignatureAlgorithm {
    switch self {
    case .rsaPKCS1SHA256: .rsaPKCS1(.sha256)
    case .rsaPKCS1SHA384: .rsaPKCS1(.sha384)
    case .rsaPKCS1SHA512: .rsaPKCS1(.sha512)
    case .ecdsaSECP256R1SHA256: .ecdsa(.sha256)
    case .ecdsaSECP384R1SHA384: .ecdsa(.sha384)
    case .ecdsaSECP521R1SHA512: .ecdsa(.sha512)
    case .rsaPSSRSAESHA256, .rsaPSSPSSSHA256: .rsaPSS(.sha256)
    case .rsaPSSRSAESHA384, .rsaPSSPSSSHA384: .rsaPSS(.sha384)
    case .rsaPSSRSAESHA512, .rsaPSSPSSSHA512: .rsaPSS(.sha512)
    case .ed25519: .ed25519
    }
  }

  /// Returns whether a key can sign a handshake of a TLS version with the signature scheme.
  ///
  /// In TLS 1.3 an ECDSA scheme determines the curve, and RSA PKCS #1 signs no handshakes. In TLS
  /// 1.2 any curve may be combined with any hash function. In both versions an RSA-PSS key has its
  /// own schemes, and can restrict the hash function. RFC 8446 section 4.2.3.
  ///
  /// - Parameters:
  ///   - key: The public key of a certificate.
  ///   - version: The TLS version of the handshake.
  public func fits(_ key: VerificationKey, in version: TLS.Version) -> Bool {
    guard key.supports(algorithm) else { return false }
    switch self {
    case .rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512: return version == .tls12
    case .ecdsaSECP256R1SHA256:
      guard version == .tls13 else { return true }
      if case .p256 = key { return true } else { return false }
    case .ecdsaSECP384R1SHA384:
      guard version == .tls13 else { return true }
      if case .p384 = key { return true } else { return false }
    case .ecdsaSECP521R1SHA512:
      guard version == .tls13 else { return true }
      if case .p521 = key { return true } else { return false }
    case .rsaPSSRSAESHA256, .rsaPSSRSAESHA384, .rsaPSSRSAESHA512:
      if case .rsa = key { return true } else { return false }
    case .rsaPSSPSSSHA256, .rsaPSSPSSSHA384, .rsaPSSPSSSHA512:
      if case .rsaPSS = key { return true } else { return false }
    case .ed25519: return true
    }
  }
}
