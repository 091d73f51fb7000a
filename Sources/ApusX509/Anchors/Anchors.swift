internal import ApusASN1

extension X509 {
  /// A set of trusted anchors, which finds them by name.
  public struct Anchors: Sendable {
    private var bySubject: [EncodedKey: [Anchor]] = [:]
    private var bundles: [Bundle] = []

    /// Creates a set of anchors, without duplicates.
    ///
    /// - Parameter anchors: The anchors, in any order.
    public init(_ anchors: some Sequence<Anchor>) {
      for anchor in anchors { add(anchor, to: EncodedKey(anchor.subjectDER)) }
    }

    /// Creates a set of anchors from certificates.
    ///
    /// - Parameter certificates: The certificates, each an anchor.
    public init(_ certificates: some Sequence<Certificate>) {
      self.init(certificates.map { Anchor($0) })
    }

    /// Creates a set of the certificates of a bundle, each of which is read when it is needed.
    ///
    /// A certificate that cannot be read is not an anchor. If a certificate has trust settings,
    /// they are respected.
    ///
    /// - Parameter bundle: The certificates in their encoded form.
    public init(_ bundle: Bundle) {
      bundles = [bundle]
    }

    /// Returns the union of two sets of anchors.
    ///
    /// - Parameter others: The anchors to add.
    public func union(_ others: Anchors) -> Anchors {
      var all = self
      for (subject, anchors) in others.bySubject {
        for anchor in anchors { all.add(anchor, to: subject) }
      }
      all.bundles += others.bundles
      return all
    }

    private mutating func add(_ anchor: Anchor, to subject: EncodedKey) {
      guard bySubject[subject]?.contains(anchor) != true else { return }
      bySubject[subject, default: []].append(anchor)
    }
  }
}

extension X509.Anchors {
  /// Returns the anchors that can be the issuer of a certificate, by their names, for a purpose.
  ///
  /// Names are compared byte by byte if the caller requests it, otherwise by RFC 5280 section 7.1.
  func issuers(
    of certificate: X509.Certificate, for purpose: OID, comparingBytes isExact: Bool
  ) -> [X509.Anchor] {
    let issuer = certificate.der[certificate.issuerRange]
    var found = bySubject[X509.EncodedKey(issuer)] ?? []
    if found.isEmpty, !isExact, !bySubject.isEmpty {
      let name = certificate.issuer
      found = bySubject.values.filter { $0[0].name.matches(name) }.flatMap(\.self)
    }
    for bundle in bundles {
      for entry in bundle.issuers(of: certificate) {
        guard let anchor = Self.anchor(entry, of: bundle, for: purpose),
          !isExact || anchor.subjectDER == issuer, !found.contains(anchor)
        else { continue }
        found.append(anchor)
      }
    }
    return found
  }

  /// Returns a Boolean value that indicates whether the certificate itself is an anchor for a
  /// purpose.
  func contains(_ certificate: X509.Certificate, for purpose: OID) -> Bool {
    let subject = X509.EncodedKey(certificate.der[certificate.subjectRange])
    if bySubject[subject]?.contains(where: { $0.certificate == certificate }) == true {
      return true
    }
    return bundles.contains { bundle in
      bundle.entries(named: certificate.subject).contains { entry in
        bundle.der[bundle.entries[entry].certificate].elementsEqual(certificate.der)
          && Self.anchor(entry, of: bundle, for: purpose) != nil
      }
    }
  }

  private static func anchor(
    _ entry: Int, of bundle: X509.Bundle, for purpose: OID
  ) -> X509.Anchor? {
    do throws(X509Error) {
      let settings = try bundle.trustSettings(at: entry)
      guard settings?.allows(purpose) != false else { return nil }
      return X509.Anchor(try bundle.certificate(at: entry))
    } catch {
      return nil
    }
  }
}
