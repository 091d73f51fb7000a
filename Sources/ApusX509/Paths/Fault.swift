public import ApusASN1
public import ApusCrypto

extension X509 {
  /// Why a path is not believed: the rule that failed, with its facts.
  public enum Fault: Equatable, Sendable {
    // What a certificate is.

    /// A part of the certificate that is needed, or that must be readable, is not.
    case unreadable(X509Error)
    /// A rule of the profile is broken.
    case broken(Requirement)
    /// The certificate has expired.
    case expired(ASN1.Time, at: UnixTime)
    /// The certificate is not valid yet.
    case notYetValid(ASN1.Time, at: UnixTime)
    /// The certificate names no issuer.
    case emptyIssuer
    /// The certificate means nothing to who does not know that extension.
    case unknownCriticalExtension(OID)
    /// It is no certificate, but what was sent to a log.
    case precertificate
    /// A key of an algorithm that nothing can be checked with.
    case forbiddenKey(OID)
    /// An RSA key that is too short.
    case weakKey(bitCount: Int)
    /// A key that is malformed.
    case unusableKey(CryptoError)
    /// A signature by an algorithm that is broken or not known.
    case signatureAlgorithm(CryptoError)

    // What a certificate is for.

    /// The subject may not issue certificates.
    case notAuthority
    /// The key may not sign certificates.
    case keyMayNotSign(KeyUsage)
    /// The key may not be used in TLS.
    case keyMayNotServe(KeyUsage)
    /// The key is not for the purpose that is asked for.
    case wrongPurpose(OID, found: [OID])
    /// The leaf is not called what it should be.
    case name(NameFault)

    // How certificates stand to one another.

    /// The signature is not by the key above it.
    case wrongSignature
    /// More authorities stand below one than it allows.
    case pathTooLong(limit: Int)
    /// More intermediates than the caller allows.
    case tooDeep(limit: Int)
    /// A name lies where an authority above it may not issue any.
    case constraint(ConstraintFault)
    /// The path does not have the policies that it must have.
    case policy(PolicyFault)
    /// The certificate is revoked, or nothing says that it is not and something must.
    case revocation(RevocationFault)
    /// The path ends in a certificate that no one else has signed, and that is no anchor.
    case untrustedRoot
    /// The path ends below an issuer whose certificate is not there.
    case missingIssuer(Chain.Missing)

    // How far the search went.

    /// The search has used up one of its budgets.
    case exhausted(Budgets.Kind, limit: Int)
  }
}
