internal import ApusASN1
internal import ApusBytes

extension X509.Fault {
  /// The section of the standard that defines the violated rule.
  public var section: String {
    switch self {
    case .unreadable: "RFC 5280 section 4.2"
    case .broken(let requirement): requirement.section
    case .expired, .notYetValid: "RFC 5280 section 4.1.2.5"
    case .emptyIssuer: "RFC 5280 section 4.1.2.4"
    case .unknownCriticalExtension: "RFC 5280 section 4.2"
    case .precertificate: "RFC 6962 section 3.1"
    case .forbiddenKey, .weakKey, .unusableKey: "RFC 5280 section 4.1.2.7"
    case .signatureAlgorithm: "RFC 5280 section 4.1.1.2"
    case .notAuthority: "RFC 5280 section 4.2.1.9"
    case .keyMayNotSign, .keyMayNotServe: "RFC 5280 section 4.2.1.3"
    case .wrongPurpose: "RFC 5280 section 4.2.1.12"
    case .name(let fault): fault.section
    case .wrongSignature: "RFC 5280 section 6.1.3"
    case .constraint(let fault): fault.section
    case .policy(let fault): fault.section
    case .revocation(let fault): fault.section
    case .pathTooLong: "RFC 5280 section 4.2.1.9"
    case .tooDeep, .missingIssuer, .untrustedRoot, .exhausted: "RFC 5280 section 6.1"
    }
  }

  /// A hint at the remedy for the fault, or `nil` if no remedy is known.
  public var hint: String? {
    switch self {
    case .missingIssuer(let missing):
      "the certificate of \"\(missing.name)\" is missing: add the certificate to the "
        + "server's chain, or trust the certificate"
        + (missing.urls.first.map { "; the certificate may be at \($0)" } ?? "")
    case .untrustedRoot: "trust the root certificate if the root is yours"
    case .expired: "renew the certificate, or check the clock of this machine"
    case .notYetValid: "check the clock of this machine"
    case .wrongPurpose: "use a certificate with the required purpose"
    case .tooDeep, .exhausted: "configure the server to send fewer certificates, or raise the limit"
    case .signatureAlgorithm: "use a certificate that is signed with SHA-256"
    case .weakKey, .forbiddenKey: "create a P-256 key, and use a certificate for the new key"
    case .name(let fault): fault.hint
    case .revocation(let fault): fault.hint
    case .broken(.issuedLeaf), .broken(.endEntityLeaf), .broken(.authorityKeyIdentifier),
      .broken(.subjectKeyIdentifier):
      "if the certificates are from a private authority, use the profile "
        + "\"\(X509.Profile.default)\""
    case .unreadable, .broken, .emptyIssuer, .unknownCriticalExtension, .precertificate,
      .unusableKey, .notAuthority, .keyMayNotSign, .keyMayNotServe, .wrongSignature, .pathTooLong,
      .constraint, .policy:
      nil
    }
  }
}

extension X509.Fault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .broken(let requirement): "\(requirement)"
    case .expired(let time, let moment):
      "the certificate expired \(Self.distance(time.secondsSinceEpoch, moment)) ago, at "
        + "\(Self.moment(time))"
    case .notYetValid(let time, let moment):
      "the certificate is not valid yet; the validity begins in "
        + "\(Self.distance(time.secondsSinceEpoch, moment)), at \(Self.moment(time))"
    case .emptyIssuer: "the certificate has no issuer name"
    case .unknownCriticalExtension(let oid):
      "the critical extension \(X509.brief(oid)) of the certificate is not supported"
    case .precertificate:
      "the certificate is a precertificate, which is only valid in transparency logs"
    case .forbiddenKey(let oid):
      "the public key of the certificate has the unsupported algorithm \(X509.brief(oid))"
    case .weakKey(let bitCount): "the RSA key of the certificate is too short: \(bitCount) bits"
    case .unusableKey(let error): "the public key of the certificate cannot be used: \(error)"
    case .signatureAlgorithm(let error):
      "the signature of the certificate cannot be verified: \(error)"
    case .notAuthority:
      "the certificate issued another certificate, but is not an authority's certificate"
    case .keyMayNotSign(let usage):
      "the key usage of the certificate does not allow certificate signing, only \(usage)"
    case .keyMayNotServe(let usage):
      "the key usage of the certificate does not allow TLS, only \(usage)"
    case .wrongPurpose(let oid, let found):
      "the certificate does not have the purpose \(X509.brief(oid)), but only "
        + found.prefix(8).map { X509.brief($0) }.joined(separator: ", ")
    case .name(let fault): "\(fault)"
    case .constraint(let fault): "\(fault)"
    case .policy(let fault): "\(fault)"
    case .revocation(let fault): "\(fault)"
    case .wrongSignature: "the signature of the certificate is not valid for the issuer's key"
    case .pathTooLong(let limit):
      "the certificate path is too long: only \(limit) authorities are allowed below this "
        + "certificate"
    case .tooDeep(let limit):
      "the certificate path is too long: only \(limit) intermediate certificates are "
        + "allowed, without the self-issued ones"
    case .untrustedRoot: "the certificate is self-signed, but is not a trusted root"
    case .missingIssuer(let missing):
      "the issuer \"\(missing.name)\""
        + (missing.keyIdentifier.map {
          " (key ID \(X509.brief(Hex.encode(Array($0.prefix(128))))))"
        } ?? "") + " is neither in the server's chain nor in the trust store"
    case .exhausted(let kind, let limit):
      "the search for a valid certificate path needed more than \(limit) \(kind.rawValue)"
    }
  }

  private static func moment(_ time: ASN1.Time) -> UnixTime {
    UnixTime(secondsSinceEpoch: time.secondsSinceEpoch)
  }

  /// Returns the difference between two times in days, hours, minutes or seconds.
  private static func distance(_ seconds: Int64, _ moment: UnixTime) -> String {
    let (difference, isOverflow) = moment.secondsSinceEpoch.subtractingReportingOverflow(seconds)
    let count = isOverflow ? .max : difference.magnitude
    for (unit, length) in [("day", 86_400 as UInt64), ("hour", 3600), ("minute", 60)]
    where count >= length {
      let number = count / length
      return "\(number) \(unit)" + (number == 1 ? "" : "s")
    }
    return "\(count) second" + (count == 1 ? "" : "s")
  }
}
