public import ApusCrypto

extension TLS {
  /// How a handshake or a certificate is signed.
  ///
  /// RFC 8446 section 4.2.3. Certificates may also be signed with RSA PKCS #1, and in TLS 1.2
  /// handshakes too, where an ECDSA scheme does not bind the curve.
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
  /// The scheme as a key signs by it.
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

  /// Returns whether a handshake of a version may be signed by the scheme with that key.
  ///
  /// In TLS 1.3 an ECDSA scheme names the curve and RSA PKCS #1 signs no handshake; in TLS 1.2 any
  /// curve goes with any hash. RSA keys for PSS alone have schemes of their own in both, and the
  /// hash function that such a key is restricted to is heeded. RFC 8446 section 4.2.3.
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
