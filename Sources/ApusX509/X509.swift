/// The namespace of certificates: their content, the verification of chains, and its errors.
public enum X509 {
  /// The version of a certificate, according to its first field.
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
