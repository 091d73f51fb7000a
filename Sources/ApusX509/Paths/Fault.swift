public import ApusASN1
public import ApusCrypto

extension X509 {
  /// The reason a path is not trusted: the rule that failed, with its facts.
  public enum Fault: Equatable, Sendable {
    // Faults of a certificate on its own

    /// A required part of the certificate is missing or malformed.
    case unreadable(X509Error)
    /// A rule of the profile is broken.
    case broken(Requirement)
    /// The certificate has expired.
    case expired(ASN1.Time, at: UnixTime)
    /// The certificate is not valid yet.
    case notYetValid(ASN1.Time, at: UnixTime)
    /// The certificate has no issuer.
    case emptyIssuer
    /// Software must reject the certificate if it does not support that extension.
    case unknownCriticalExtension(OID)
    /// The certificate is a precertificate, which was only sent to a log.
    case precertificate
    /// A key of an algorithm that is not supported.
    case forbiddenKey(OID)
    /// An RSA key that is too short.
    case weakKey(bitCount: Int)
    /// A key that is malformed.
    case unusableKey(CryptoError)
    /// A signature with an algorithm that is broken or not supported.
    case signatureAlgorithm(CryptoError)

    // Faults of its role

    /// The subject is not an authority, but has issued a certificate.
    case notAuthority
    /// The key usage does not allow certificate signing.
    case keyMayNotSign(KeyUsage)
    /// The key usage does not allow TLS.
    case keyMayNotServe(KeyUsage)
    /// The certificate does not have the requested purpose.
    case wrongPurpose(OID, found: [OID])
    /// The leaf does not have the expected name.
    case name(NameFault)

    // Faults between certificates

    /// The signature is not valid for the key of the issuer.
    case wrongSignature
    /// There are more authorities below one than its path length allows.
    case pathTooLong(limit: Int)
    /// There are more intermediates than the caller allows.
    case tooDeep(limit: Int)
    /// The name constraints of an authority do not allow a name.
    case constraint(ConstraintFault)
    /// The path does not have a required policy.
    case policy(PolicyFault)
    /// The certificate is revoked, or a required proof that it is not is missing.
    case revocation(RevocationFault)
    /// The path ends with a self-signed certificate that is not an anchor.
    case untrustedRoot
    /// The path ends below an issuer whose certificate is missing.
    case missingIssuer(Chain.Missing)

    // Limits of the search

    /// The search has used up one of its budgets.
    case exhausted(Budgets.Kind, limit: Int)
  }
}
