internal import ApusASN1
internal import ApusCrypto

extension X509.BasicOCSPResponse {
  /// Returns the verdict of the OCSP response about a certificate at a given time.
  ///
  /// RFC 6960 section 3.2. The certificate of an OCSP responder is checked with the revocation
  /// lists, unless the certificate has the OCSP no-check extension.
  func verdict(
    on certificate: X509.Certificate, issuer: X509.RevocationIssuer,
    lists: [X509.RevocationList], by others: [X509.RevocationIssuer] = [], at moment: UnixTime,
    signatures: inout X509.SignatureAllowance
  ) -> X509.RevocationVerdict {
    let answers = answers.filter { $0.certificate.isOf(certificate, issuer: issuer) }
    guard !answers.isEmpty else { return .nothing(.otherCertificate) }
    if let oid = criticalExtension { return .nothing(.unknownCriticalExtension(oid)) }
    do throws(X509Error) {
      let problem = try signerProblem(issuer, (lists, others), at: moment, &signatures)
      if let problem { return .nothing(problem) }
    } catch {
      return .nothing(.unreadable(error))
    }
    let verdicts = answers.map { $0.verdict(at: moment) }
    // If a response contains several statements about the certificate, a revocation counts first,
    // and otherwise the best statement counts.
    for verdict in verdicts {
      if case .revoked = verdict { return verdict }
    }
    return verdicts.first { $0 == .good } ?? verdicts[0]
  }

  /// Returns the problem with the signer of the OCSP response, or `nil` if the signer is
  /// authorized.
  ///
  /// RFC 6960 section 4.2.2.2: the signer must be the issuer of the certificate, or an OCSP
  /// responder. The issuer must have signed the responder's certificate with the key that signed
  /// the certificate.
  private func signerProblem(
    _ issuer: X509.RevocationIssuer,
    _ lists: (all: [X509.RevocationList], issuers: [X509.RevocationIssuer]), at moment: UnixTime,
    _ signatures: inout X509.SignatureAllowance
  ) throws(X509Error) -> X509.RevocationProblem? {
    let key = try issuer.publicKey.verificationKey()
    if responder.isWhoever(has: issuer.name, issuer.publicKey),
      try isSigned(byPossibly: key, &signatures)
    {
      return nil
    }
    var found = X509.RevocationProblem.unauthorizedResponder
    for range in certificateRanges {
      guard let delegate = try? X509.Certificate(der.span.extracting(range)),
        responder.isWhoever(has: delegate.subject, delegate.publicKey)
      else { continue }
      guard try isAppointed(delegate, by: issuer, key, at: moment, &signatures) else { continue }
      guard try isSigned(byPossibly: delegate.publicKey.verificationKey(), &signatures) else {
        found = .wrongSignature
        continue
      }
      guard !delegate.has(.ocspNoCheck) else { return nil }
      let isRevoked = lists.all.contains {
        let verdict = $0.verdict(
          on: delegate, issuer: issuer, others: lists.issuers, at: moment, signatures: &signatures)
        return if case .revoked = verdict { true } else { false }
      }
      return isRevoked ? .revokedResponder : nil
    }
    let isByIssuer = responder.isWhoever(has: issuer.name, issuer.publicKey)
    return isByIssuer ? .wrongSignature : found
  }

  /// Returns a Boolean value that indicates whether the response's signature is valid for a key.
  /// The function returns `false` if the key does not fit the signature algorithm.
  private func isSigned(
    byPossibly key: VerificationKey, _ signatures: inout X509.SignatureAllowance
  ) throws(X509Error) -> Bool {
    guard signatures.take() else { return false }
    do throws(X509Error) {
      return try isSigned(by: key)
    } catch .signatureAlgorithm(.unsupportedAlgorithm) {
      return false
    }
  }

  /// Returns a Boolean value that indicates whether a certificate authorizes its subject as an OCSP
  /// responder for its issuer.
  ///
  /// RFC 6960 section 4.2.2.2.
  private func isAppointed(
    _ delegate: X509.Certificate, by issuer: X509.RevocationIssuer, _ key: VerificationKey,
    at moment: UnixTime, _ signatures: inout X509.SignatureAllowance
  ) throws(X509Error) -> Bool {
    guard delegate.issuer.matches(issuer.name),
      delegate.validity.contains(moment.secondsSinceEpoch),
      try delegate.extendedKeyUsage?.contains(.ocspSigning) == true,
      try delegate.keyUsage?.contains(.digitalSignature) ?? true,
      delegate.extensions.allSatisfy({ !$0.isCritical || Self.understood.contains($0.kind) })
    else { return false }
    guard signatures.take() else { return false }
    return try delegate.isSigned(by: key)
  }

  /// The extensions of an OCSP responder's certificate that can be critical.
  private static let understood: Set<X509.Extension.Kind?> = [
    .keyUsage, .extendedKeyUsage, .basicConstraints, .ocspNoCheck, .subjectAlternativeName,
  ]
}

extension X509.BasicOCSPResponse.Answer {
  /// Returns the verdict of a single response at a given time, if the signer of the response is
  /// authorized.
  fileprivate func verdict(at moment: UnixTime) -> X509.RevocationVerdict {
    if let oid = criticalExtension { return .nothing(.unknownCriticalExtension(oid)) }
    switch status {
    case .revoked(let time, let reason): return .revoked(time, reason)
    case .unknown: return .nothing(.unknownCertificate)
    case .good:
      let problem = X509.RevocationVerdict.problem(thisUpdate, nextUpdate, at: moment)
      return problem.map { .nothing($0) } ?? .good
    }
  }
}
