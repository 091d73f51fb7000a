extension X509.CertificatePool {
  /// Returns a path from the leaf certificate upward that reaches no trust anchor, and the reason
  /// the path ends.
  mutating func deadEnd(
    _ judge: X509.CertificateJudge, pathLength limit: Int, _ anchors: X509.Anchors
  ) -> X509.TrustFailure.Path {
    var numbers = [0]
    while numbers.count <= limit + 1, let top = numbers.last {
      let wanted = identifiers(of: top).issuer
      var fitting: [(fit: Fit, number: Int)] = []
      for number in members[issuers[top]] where !numbers.contains(number) {
        fitting.append((Fit(wanted, identifiers(of: number).own), number))
      }
      guard !isRoot(top), let next = fitting.min(by: { $0.fit < $1.fit }) else { break }
      numbers.append(next.number)
      // If a root certificate were a trust anchor, the judge would check it as a trust anchor.
      guard !isRoot(next.number) else { break }
      if let fault = judge.fault(of: certificates[next.number], as: .intermediate) {
        return path(numbers, fault)
      }
    }
    guard let top = numbers.last else { return path([0], .untrustedRoot) }
    guard numbers.count <= limit + 1 else { return path(numbers, .tooDeep(limit: limit)) }
    guard !isRoot(top) else { return path(numbers, .untrustedRoot) }
    // A certificate with a different encoding of the issuer name exists, but the profile requires
    // identical encodings.
    let issuer = certificates[top].issuer
    let isWrittenOtherwise =
      certificates.dropFirst().contains { $0.subject.matches(issuer) }
      || !anchors.issuers(
        of: certificates[top], for: judge.purpose.keyPurpose, comparingBytes: false
      ).isEmpty
    if isWrittenOtherwise { return path(numbers, .broken(.identicalNames)) }
    return path(numbers, .missingIssuer(X509.Chain.Missing(above: certificates[top])))
  }

  private func path(_ numbers: [Int], _ fault: X509.Fault) -> X509.TrustFailure.Path {
    X509.TrustFailure.Path(
      certificates: numbers.map { certificates[$0] }, anchor: nil, fault: fault,
      place: .certificate(numbers.count - 1))
  }
}
