internal import ApusASN1

extension X509 {
  /// A checker of a complete certificate path, from the trust anchor down to the leaf certificate.
  ///
  /// RFC 5280 section 6.1, except for the checks of each single certificate and for signatures.
  /// Revocation is checked last, and only for a path that is otherwise valid.
  struct PathJudge {
    /// The fault of a certificate path, with the position of the faulty certificate.
    struct Failure: Error {
      let fault: Fault
      let place: TrustFailure.Path.Place
    }

    /// The remaining number of authorities in a path below an authority, and the authority that
    /// limits the number.
    private struct PathLength {
      var left: Int
      let limit: Int
      let place: TrustFailure.Path.Place
    }

    private let policies: PolicyInputs
    private let budget: Int
    /// The number of comparisons that remain for names and name constraints, over all paths of the
    /// search.
    private var comparisonsLeft: Int
    private var revocation: RevocationJudge

    init(policies: PolicyInputs, budgets: Budgets, revocation: RevocationJudge) {
      self.policies = policies
      self.revocation = revocation
      budget = budgets.comparisons
      comparisonsLeft = budgets.comparisons
    }

    /// Returns the certificate policies of a valid path, and throws the failure of an invalid path.
    ///
    /// The leaf certificate is the first certificate of the path.
    mutating func judge(
      _ certificates: [Certificate], _ anchor: Anchor, signatures: inout SignatureAllowance
    ) throws(Failure) -> Set<OID> {
      let policies = try descend(certificates, anchor)
      try revocation.judge(certificates, anchor, signatures: &signatures)
      return policies
    }

    private mutating func descend(
      _ certificates: [Certificate], _ anchor: Anchor
    ) throws(Failure) -> Set<OID> {
      var length = try pathLength(of: anchor.certificate, .anchor)
      var scope = NameScope()
      var graph = PolicyGraph(policies)
      let constraints = try Self.reading(.anchor) { () throws(X509Error) in
        try anchor.nameConstraints
      }
      try narrow(&scope, constraints, of: anchor.name, .anchor)
      for index in certificates.indices.reversed() {
        let certificate = certificates[index]
        let place = TrustFailure.Path.Place.certificate(index)
        let isSelfIssued = certificate.isSelfIssued
        if index == 0 || !isSelfIssued {
          try constraining(place) { (left) throws(ConstraintFault) in
            try scope.check(certificate, comparisons: &left)
          }
        }
        try Self.holding(place) { () throws(PolicyFault) in
          try graph.step(certificate, isLast: index == 0)
        }
        guard index > 0 else { break }
        if !isSelfIssued, let known = length {
          guard known.left > 0 else {
            throw Failure(fault: .pathTooLong(limit: known.limit), place: known.place)
          }
          length?.left -= 1
        }
        if let own = try pathLength(of: certificate, place), own.left < length?.left ?? .max {
          length = own
        }
        guard certificate.has(.nameConstraints) else { continue }
        let constraints = try Self.reading(place) { () throws(X509Error) in
          try certificate.nameConstraints
        }
        try narrow(&scope, constraints, of: certificate.subject, place)
      }
      return try Self.holding(.certificate(0)) { () throws(PolicyFault) in
        try graph.validPolicies()
      }
    }

    /// Adds the name constraints of an authority to the constraints of the path.
    ///
    /// RFC 5280 section 6.1.4(g).
    private mutating func narrow(
      _ scope: inout NameScope, _ constraints: NameConstraints?,
      of authority: @autoclosure () -> Name, _ place: TrustFailure.Path.Place
    ) throws(Failure) {
      guard let constraints else { return }
      let authority = authority()
      try constraining(place) { (left) throws(ConstraintFault) in
        try scope.add(constraints, of: authority, comparisons: &left)
      }
    }

    private mutating func constraining(
      _ place: TrustFailure.Path.Place, _ body: (inout Int) throws(ConstraintFault) -> Void
    ) throws(Failure) {
      do throws(ConstraintFault) {
        try body(&comparisonsLeft)
      } catch {
        let fault: Fault =
          switch error {
          case .unreadable(let error): .unreadable(error)
          case .tooManyComparisons: .exhausted(.comparisons, limit: budget)
          case .excluded, .notPermitted, .incomparable, .malformed: .constraint(error)
          }
        throw Failure(fault: fault, place: place)
      }
    }

    private static func holding<Value>(
      _ place: TrustFailure.Path.Place, _ body: () throws(PolicyFault) -> Value
    ) throws(Failure) -> Value {
      do throws(PolicyFault) {
        return try body()
      } catch {
        throw Failure(fault: .policy(error), place: place)
      }
    }

    /// Returns the path length limit of a certificate, or `nil` if the certificate has no path
    /// length limit.
    ///
    /// RFC 5280 section 6.1.4(l) and (m).
    private func pathLength(
      of certificate: Certificate?, _ place: TrustFailure.Path.Place
    ) throws(Failure) -> PathLength? {
      let limit = try Self.reading(place) { () throws(X509Error) in
        try certificate?.basicConstraints?.pathLength
      }
      return limit.map { PathLength(left: $0, limit: $0, place: place) }
    }

    private static func reading<Value>(
      _ place: TrustFailure.Path.Place, _ body: () throws(X509Error) -> Value
    ) throws(Failure) -> Value {
      do throws(X509Error) {
        return try body()
      } catch {
        throw Failure(fault: .unreadable(error), place: place)
      }
    }
  }
}
