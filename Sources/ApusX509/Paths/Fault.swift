public import ApusASN1
public import ApusCrypto

extension X509 {
  /// The reason a certificate path is not trusted, with the violated rule.
  public enum Fault: Equatable, Sendable {
    // Faults of a single certificate

    /// A required part of the certificate is missing or malformed.
    case unreadable(X509Error)
    /// The certificate breaks a rule of the profile.
    case broken(Requirement)
    /// The certificate has expired.
    case expired(ASN1.Time, at: UnixTime)
    /// The certificate is not valid yet.
    case notYetValid(ASN1.Time, at: UnixTime)
    /// The certificate has no issuer name.
    case emptyIssuer
    /// The certificate has a critical extension that Apus does not support. Software must reject a
    /// certificate with an unsupported critical extension.
    case unknownCriticalExtension(OID)
    /// The certificate is a precertificate, which an authority sends only to certificate
    /// transparency logs.
    case precertificate
    /// The certificate's key has an algorithm that is not supported.
    case forbiddenKey(OID)
    /// The certificate's RSA key is too short.
    case weakKey(bitCount: Int)
    /// The certificate's key is malformed.
    case unusableKey(CryptoError)
    /// The algorithm of the certificate's signature is broken or not supported.
    case signatureAlgorithm(CryptoError)

    // Faults of a certificate in its role

    /// The subject of the certificate is not an authority, but has issued a certificate.
    case notAuthority
    /// The key usage of the certificate does not allow certificate signing.
    case keyMayNotSign(KeyUsage)
    /// The key usage of the certificate does not allow TLS.
    case keyMayNotServe(KeyUsage)
    /// The certificate does not have the requested purpose.
    case wrongPurpose(OID, found: [OID])
    /// The leaf certificate does not have the expected name.
    case name(NameFault)

    // Faults between the certificates of a path

    /// The signature of the certificate is not valid for the issuer's key.
    case wrongSignature
    /// The path has more authorities below an authority than its path length allows.
    case pathTooLong(limit: Int)
    /// The path has more intermediate certificates than the caller allows.
    case tooDeep(limit: Int)
    /// The name constraints of an authority do not allow a name of the certificate.
    case constraint(ConstraintFault)
    /// The certificate path does not have a required policy.
    case policy(PolicyFault)
    /// The certificate is revoked, or the required proof of its revocation status is missing.
    case revocation(RevocationFault)
    /// The path ends with a self-signed certificate that is not a trust anchor.
    case untrustedRoot
    /// The path ends below an issuer whose certificate is missing.
    case missingIssuer(Chain.Missing)

    // Limits of the path search

    /// The path search has used up one of its budgets.
    case exhausted(Budgets.Kind, limit: Int)
  }
}
