internal import ApusASN1

extension X509.RevocationList {
  /// The relation of a list to one certificate.
  enum Scope: Equatable {
    /// The list has entries of the certificate if it was revoked for one of these reasons.
    case covered(X509.DistributionPoint.Reasons)
    /// The list is from neither the issuer of the certificate nor an issuer that it appoints.
    case otherIssuer
    /// The list is from an issuer that the certificate appoints, and is not marked as indirect.
    case notIndirect
    /// The list is from the right issuer, and about other certificates.
    case otherCertificates
  }

  /// Returns the relation of the list to a certificate.
  ///
  /// RFC 5280 section 6.3.3 (b) and (d), for every distribution point of the certificate and for
  /// the implicit one at the end of the section: the issuer's, for all reasons.
  func scope(of certificate: X509.Certificate) throws(X509Error) -> Scope {
    let isByIssuer = isBy(issuerOf: certificate)
    guard let own = issuingDistributionPoint else {
      // The points need not be read: a malformed point hides no entry.
      if isByIssuer { return .covered(.all) }
      return try isAppointed(by: certificate) ? .notIndirect : .otherIssuer
    }
    // (b)(2)(ii) to (iv)
    let isOfKind = try own.includesKind(of: certificate)
    if isByIssuer, isOfKind, own.name == nil, own.reasons == nil { return .covered(.all) }
    let assumed = try X509.DistributionPoint(.full([.directory(certificate.issuer)]))
    let stated = try certificate.crlDistributionPoints?.points ?? []
    var scope = Scope.otherIssuer
    for point in stated + [assumed] {
      // (b)(1)
      guard point.crlIssuer.isEmpty ? isByIssuer : isAppointed(by: point) else { continue }
      guard point.crlIssuer.isEmpty || own.isIndirect else {
        if scope == .otherIssuer { scope = .notIndirect }
        continue
      }
      // (b)(2)(i)
      let isNamed = own.names(
        point, listIssuer: issuer, certificateIssuer: certificate.issuer)
      guard isOfKind, isNamed else {
        if case .covered = scope { continue }
        scope = .otherCertificates
        continue
      }
      // (d)
      var reasons = own.reasons ?? .all
      if let some = point.reasons { reasons.formIntersection(some) }
      if case .covered(let others) = scope { reasons.formUnion(others) }
      scope = .covered(reasons)
    }
    return scope
  }

  /// Names with the same encoding, as nearly all have, need not be decoded.
  func isBy(issuerOf certificate: X509.Certificate) -> Bool {
    der[issuerRange] == certificate.der[certificate.issuerRange]
      || issuer.matches(certificate.issuer)
  }

  /// Returns a Boolean value that indicates whether a certificate has a distribution point with the
  /// issuer of the list as cRLIssuer.
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
  /// Returns a Boolean value that indicates whether the list includes the kind of a certificate.
  /// RFC 5280 section 6.3.3 (b)(2).
  func includesKind(of certificate: X509.Certificate) throws(X509Error) -> Bool {
    switch kind {
    case nil: true
    case .endEntities: try certificate.basicConstraints?.isAuthority != true
    case .authorities: try certificate.basicConstraints?.isAuthority == true
    case .attributes: false
    }
  }

  /// Returns a Boolean value that indicates whether the list has the place of a certificate's
  /// distribution point.
  ///
  /// RFC 5280 section 6.3.3 (b)(2)(i): a list without a place includes every one, and a point
  /// without a place is at the name of its cRLIssuer. A relative name is one step below the issuer
  /// of the lists, according to sections 4.2.1.13 and 5.2.5.
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

  /// Returns the full names of a place.
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
