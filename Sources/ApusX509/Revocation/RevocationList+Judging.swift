internal import ApusASN1

extension X509.RevocationList {
  /// What the list says about a certificate at a time.
  ///
  /// RFC 5280 section 6.3.3, for lists that are complete and of the issuer itself. What is quickly
  /// found out is asked first: the signature is checked when the list would be of use.
  func verdict(
    on certificate: X509.Certificate, issuer: X509.RevocationIssuer, at moment: X509.Moment,
    signatures: inout X509.SignatureAllowance
  ) -> X509.RevocationVerdict {
    do throws(X509Error) {
      guard isBy(issuerOf: certificate) else { return .nothing(.otherIssuer) }
      if let obstacle { return .nothing(obstacle) }
      guard try issuingDistributionPoint?.covers(certificate) ?? true else {
        return .nothing(.outOfScope)
      }
      guard issuer.maySignLists else { return .nothing(.keyMayNotSignLists) }
      guard signatures.take(), try isSigned(by: issuer.publicKey.verificationKey()) else {
        return .nothing(.wrongSignature)
      }
      if let entry = try entry(for: certificate.serialNumber) {
        return .revoked(entry.date, entry.reason ?? .unspecified)
      }
      if let problem = X509.RevocationVerdict.problem(thisUpdate, nextUpdate, at: moment) {
        return .nothing(problem)
      }
      return issuingDistributionPoint?.reasons == nil ? .good : .nothing(.someReasonsOnly)
    } catch {
      return .nothing(.unreadable(error))
    }
  }

  /// Names that are written alike, as nearly all are, need not be read.
  private func isBy(issuerOf certificate: X509.Certificate) -> Bool {
    der[issuerRange] == certificate.der[certificate.issuerRange]
      || issuer.matches(certificate.issuer)
  }
}
