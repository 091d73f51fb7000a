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
      "the certificate of \"\(missing.name)\" is missing: add it to the server's chain, or trust it"
        + (missing.urls.first.map { "; its address is \($0)" } ?? "")
    case .untrustedRoot: "trust that root if it is yours"
    case .expired: "renew the certificate, or check the clock"
    case .notYetValid: "check the clock"
    case .wrongPurpose: "use a certificate for that purpose"
    case .tooDeep, .exhausted: "send fewer certificates, or raise the limit"
    case .signatureAlgorithm: "use a certificate that is signed with SHA-256"
    case .weakKey, .forbiddenKey: "create a P-256 key, and use a certificate for it"
    case .name(let fault): fault.hint
    case .revocation(let fault): fault.hint
    case .broken(.issuedLeaf), .broken(.endEntityLeaf), .broken(.authorityKeyIdentifier),
      .broken(.subjectKeyIdentifier):
      "for certificates of a private authority use the profile \"\(X509.Profile.default)\""
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
      "expired \(Self.distance(time.secondsSinceEpoch, moment)) ago, at \(Self.moment(time))"
    case .notYetValid(let time, let moment):
      "is valid in \(Self.distance(time.secondsSinceEpoch, moment)), from \(Self.moment(time)) on"
    case .emptyIssuer: "has no issuer"
    case .unknownCriticalExtension(let oid):
      "the extension \(X509.brief(oid)) is critical, but not supported"
    case .precertificate: "is a precertificate, which is only for logs"
    case .forbiddenKey(let oid): "a key of \(X509.brief(oid)) is not supported"
    case .weakKey(let bitCount): "an RSA key of \(bitCount) bits is too short"
    case .unusableKey(let error): "the key cannot be used: \(error)"
    case .signatureAlgorithm(let error): "the signature cannot be verified: \(error)"
    case .notAuthority: "is not an authority, but has issued a certificate"
    case .keyMayNotSign(let usage):
      "the key usage does not allow certificate signing, only \(usage)"
    case .keyMayNotServe(let usage): "the key usage does not allow TLS, only \(usage)"
    case .wrongPurpose(let oid, let found):
      "is not for \(X509.brief(oid)), but for "
        + found.prefix(8).map { X509.brief($0) }.joined(separator: ", ")
    case .name(let fault): "\(fault)"
    case .constraint(let fault): "\(fault)"
    case .policy(let fault): "\(fault)"
    case .revocation(let fault): "\(fault)"
    case .wrongSignature: "the signature is not valid for the key of its issuer"
    case .pathTooLong(let limit): "at most \(limit) authorities are allowed below it"
    case .tooDeep(let limit):
      "at most \(limit) intermediates are allowed, not counting self-issued ones"
    case .untrustedRoot: "is self-signed, and not trusted"
    case .missingIssuer(let missing):
      "its issuer \"\(missing.name)\""
        + (missing.keyIdentifier.map {
          " (key ID \(X509.brief(Hex.encode(Array($0.prefix(128))))))"
        } ?? "") + " is not in the chain or the trust store"
    case .exhausted(let kind, let limit): "gave up: more than \(limit) \(kind.rawValue)"
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
