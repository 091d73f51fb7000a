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
