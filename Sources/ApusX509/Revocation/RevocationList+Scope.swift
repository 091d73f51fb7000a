internal import ApusASN1

extension X509.RevocationList {
  /// The relation of a revocation list to one certificate.
  enum Scope: Equatable {
    /// The revocation list contains the certificate if the certificate was revoked for one of the
    /// given reasons.
    case covered(X509.DistributionPoint.Reasons)
    /// The issuer of the revocation list is neither the issuer of the certificate nor a CRL issuer
    /// that the certificate names.
    case otherIssuer
    /// The issuer of the revocation list is a CRL issuer that the certificate names, but the list
    /// is not marked as indirect.
    case notIndirect
    /// The revocation list is from the right issuer, but is about other certificates.
    case otherCertificates
  }

  /// Returns the relation of the revocation list to a certificate.
  ///
  /// RFC 5280 section 6.3.3 (b) and (d), for every distribution point of the certificate. The end
  /// of the section defines an additional distribution point of the certificate's issuer for all
  /// reasons.
  func scope(of certificate: X509.Certificate) throws(X509Error) -> Scope {
    let isByIssuer = isBy(issuerOf: certificate)
    guard let own = issuingDistributionPoint else {
      // The distribution points of the certificate are not needed. A malformed distribution point
      // must not hide an entry of the list.
      if isByIssuer { return .covered(.all) }
      return try isAppointed(by: certificate) ? .notIndirect : .otherIssuer
    }
    // Steps (b)(2)(ii) to (iv) compare the kind of the certificate with the scope of the list.
    let isOfKind = try own.includesKind(of: certificate)
    if isByIssuer, isOfKind, own.name == nil, own.reasons == nil { return .covered(.all) }
    let assumed = try X509.DistributionPoint(.full([.directory(certificate.issuer)]))
    let stated = try certificate.crlDistributionPoints?.points ?? []
    var scope = Scope.otherIssuer
    for point in stated + [assumed] {
      // Step (b)(1) compares the issuer of the list with the CRL issuer of the distribution point.
      guard point.crlIssuer.isEmpty ? isByIssuer : isAppointed(by: point) else { continue }
      guard point.crlIssuer.isEmpty || own.isIndirect else {
        if scope == .otherIssuer { scope = .notIndirect }
        continue
      }
      // Step (b)(2)(i) compares the location of the list with the distribution point.
      let isNamed = own.names(
        point, listIssuer: issuer, certificateIssuer: certificate.issuer)
      guard isOfKind, isNamed else {
        if case .covered = scope { continue }
        scope = .otherCertificates
        continue
      }
      // Step (d) determines the reasons that the list covers.
      var reasons = own.reasons ?? .all
      if let some = point.reasons { reasons.formIntersection(some) }
      if case .covered(let others) = scope { reasons.formUnion(others) }
      scope = .covered(reasons)
    }
    return scope
  }

  /// Returns a Boolean value that indicates whether the issuer of the certificate is the issuer of
  /// the list. Names with the same encoding, which nearly all names have, need not be decoded.
  func isBy(issuerOf certificate: X509.Certificate) -> Bool {
    der[issuerRange] == certificate.der[certificate.issuerRange]
      || issuer.matches(certificate.issuer)
  }

  /// Returns a Boolean value that indicates whether a distribution point of a certificate has the
  /// issuer of the list as its cRLIssuer.
  func isAppointed(by certificate: X509.Certificate) throws(X509Error) -> Bool {
    try certificate.crlDistributionPoints?.points.contains { isAppointed(by: $0) } ?? false
  }

  private func isAppointed(by point: X509.DistributionPoint) -> Bool {
    point.crlIssuer.contains { name in
      if case .directory(let name) = name { name.matches(issuer) } else { false }
    }
  }
}

extension X509.IssuingDistributionPoint {
  /// Returns a Boolean value that indicates whether the revocation list includes the kind of a
  /// certificate. RFC 5280 section 6.3.3 (b)(2).
  func includesKind(of certificate: X509.Certificate) throws(X509Error) -> Bool {
    switch kind {
    case nil: true
    case .endEntities: try certificate.basicConstraints?.isAuthority != true
    case .authorities: try certificate.basicConstraints?.isAuthority == true
    case .attributes: false
    }
  }

  /// Returns a Boolean value that indicates whether the revocation list has the location of a
  /// certificate's distribution point.
  ///
  /// RFC 5280 section 6.3.3 (b)(2)(i): a list without a location matches every distribution point.
  /// A distribution point without a location has the name of its cRLIssuer as its location. A
  /// relative name is one step below the name of the list's issuer, according to sections 4.2.1.13
  /// and 5.2.5.
  func names(
    _ point: X509.DistributionPoint, listIssuer: X509.Name,
    certificateIssuer: @autoclosure () -> X509.Name
  ) -> Bool {
    guard let name else { return true }
    let own = Self.names(of: name, below: listIssuer)
    let others: [X509.GeneralName]
    if let name = point.name {
      let appointed = point.crlIssuer.lazy.compactMap { name in
        if case .directory(let name) = name { name } else { nil }
      }.first
      others = Self.names(of: name, below: appointed ?? certificateIssuer())
    } else {
      others = point.crlIssuer
    }
    return own.contains { one in others.contains { Self.matches(one, $0) } }
  }

  /// Returns the full names of a revocation list's location.
  private static func names(
    of name: X509.DistributionPoint.PointName, below issuer: X509.Name
  ) -> [X509.GeneralName] {
    switch name {
    case .full(let names): names
    case .relative(let step): [.directory(X509.Name(issuer.steps + [step]))]
    }
  }

  private static func matches(_ left: X509.GeneralName, _ right: X509.GeneralName) -> Bool {
    if case .directory(let name) = left, case .directory(let other) = right {
      return name.matches(other)
    }
    return left == right
  }
}
