@_exported public import ApusASN1
@_exported public import ApusBytes
@_exported public import ApusCrypto
@_exported public import ApusNames

/// The namespace of X.509 certificates, the verification of certificate chains, and the related
/// errors.
public enum X509 {
  /// The version of a certificate, which is the first field of the certificate.
  ///
  ///     Version ::= INTEGER { v1(0), v2(1), v3(2) }
  ///
  /// RFC 5280 section 4.1.2.1.
  public enum Version: Int, Sendable, Hashable, CaseIterable {
    case v1 = 0
    case v2 = 1
    case v3 = 2
  }
}
