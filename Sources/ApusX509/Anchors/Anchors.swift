internal import ApusASN1

extension X509 {
  /// A set of trust anchors, which finds the possible issuers of a certificate by name.
  public struct Anchors: Sendable {
    private var bySubject: [EncodedKey: [Anchor]] = [:]
    private var bundles: [Bundle] = []

    /// Creates a set of trust anchors and removes duplicates.
    ///
    /// - Parameter anchors: The trust anchors in any order.
    public init(_ anchors: some Sequence<Anchor>) {
      for anchor in anchors { add(anchor, to: EncodedKey(anchor.subjectDER)) }
    }

    /// Creates a set of trust anchors from certificates.
    ///
    /// - Parameter certificates: The trusted certificates.
    public init(_ certificates: some Sequence<Certificate>) {
      self.init(certificates.map { Anchor($0) })
    }

    /// Creates a set of trust anchors from a bundle, and reads each certificate when the search
    /// needs it.
    ///
    /// A certificate that cannot be read is not a trust anchor. The set respects the trust settings
    /// of a certificate in the bundle.
    ///
    /// - Parameter bundle: The trusted certificates in their encoded form.
    public init(_ bundle: Bundle) {
      bundles = [bundle]
    }

    /// Returns the union of two sets of trust anchors.
    ///
    /// - Parameter others: The trust anchors to add.
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
  /// Returns the trust anchors that are trusted for a purpose and have the issuer name of a
  /// certificate.
  ///
  /// Names are compared byte by byte if the caller requests an exact comparison, and otherwise by
  /// the rules of RFC 5280 section 7.1.
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

  /// Returns a Boolean value that indicates whether a certificate is itself a trust anchor for a
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
