internal import ApusASN1

extension X509 {
  /// The check of revocation: its policy, and the available lists and responses.
  ///
  /// It fetches nothing: the caller supplies lists, and the peer staples responses.
  public struct Revocation: Sendable {
    /// The policy of the check.
    public enum Policy: Hashable, Sendable, CaseIterable {
      /// Revocation is not checked.
      case off
      /// A certificate is rejected only if available evidence shows that it is revoked. Stale,
      /// invalid or unrelated evidence is ignored. A server whose certificate requires stapling
      /// must still have current evidence that it is not revoked: RFC 7633 section 4.2.
      case whenPresent
      /// Current evidence must show that a certificate is not revoked.
      case required
    }

    /// The certificates of a path that are checked; the anchor never is.
    public enum Extent: Hashable, Sendable, CaseIterable {
      /// Only the leaf, which a stapled response is about.
      case leaf
      /// The leaf and every intermediate.
      case path
    }

    /// The number of seconds by which the time of a list or a response can be ahead of the clock.
    public static let clockTolerance: Int64 = 300
    /// The largest number of lists.
    public static let listLimit = 4096
    /// The largest number of certificates of list issuers.
    public static let issuerLimit = 512

    /// The policy of the check.
    public let policy: Policy
    /// The certificates of a path that are checked.
    public let extent: Extent
    /// Revocation lists of any issuers.
    public let lists: [RevocationList]
    /// Certificates of the issuers of lists, in addition to those in a path.
    ///
    /// An issuer that signs its lists with a separate key needs one, and so does an issuer of
    /// indirect lists. Each is used only if there is a valid path from it to the anchor of the
    /// checked path: RFC 5280 section 6.3.3 (f).
    public let listIssuers: [Certificate]
    /// Lists and responses from files or elsewhere, by their names.
    public let evidence: [Evidence]
    /// The response that the peer stapled to its certificate.
    private let stapled: Result<OCSPResponse, X509Error>?
    /// All lists, including the lists of the evidence.
    let everyList: [RevocationList]

    /// Creates a check of revocation from lists and the bytes of an OCSP response.
    ///
    /// A malformed response becomes a problem in the answers.
    ///
    /// - Parameters:
    ///   - policy: The policy of the check.
    ///   - extent: The certificates of a path that are checked; all by default.
    ///   - lists: Revocation lists of any issuers.
    ///   - listIssuers: Certificates of issuers of lists that are not part of a path.
    ///   - stapledResponse: The bytes of an OCSP response about the leaf.
    /// - Throws: `X509Error.tooMany` for more lists or certificates than the limits.
    public init(
      _ policy: Policy, of extent: Extent = .path, lists: [RevocationList] = [],
      listIssuers: [Certificate] = [], stapledResponse: [UInt8]? = nil
    ) throws(X509Error) {
      guard lists.count <= Self.listLimit else {
        throw .tooMany(.revocationList, limit: Self.listLimit)
      }
      guard listIssuers.count <= Self.issuerLimit else {
        throw .tooMany(.certificate, limit: Self.issuerLimit)
      }
      self.init(
        policy, extent, lists, stapledResponse.map { Self.read($0) }, listIssuers: listIssuers)
    }

    private init(
      _ policy: Policy, _ extent: Extent, _ lists: [RevocationList],
      _ stapled: Result<OCSPResponse, X509Error>?, _ evidence: [Evidence] = [],
      listIssuers: [Certificate] = []
    ) {
      self.policy = policy
      self.extent = extent
      self.lists = lists
      self.listIssuers = listIssuers
      self.stapled = stapled
      self.evidence = evidence
      everyList = evidence.isEmpty ? lists : lists + evidence.flatMap(\.lists)
    }

    private static func read(_ response: [UInt8]) -> Result<OCSPResponse, X509Error> {
      Result { () throws(X509Error) in try OCSPResponse(response) }
    }

    /// The check is disabled.
    public static let off = Revocation(.off, .path, [], nil)

    /// The default check, of the evidence that the peer sends.
    ///
    /// No evidence is required, unless the certificate requires it.
    public static let whenPresent = Revocation(.whenPresent, .path, [], nil)

    /// Returns the same check with the bytes of a stapled response, if there are any.
    ///
    /// - Parameter response: The stapled response in DER; nil if there is none.
    public func stapling(_ response: [UInt8]?) -> Revocation {
      guard policy != .off, let response else { return self }
      return Revocation(
        policy, extent, lists, Self.read(response), evidence, listIssuers: listIssuers)
    }

    /// Returns the same check with more evidence, which was read just before.
    ///
    /// - Parameter more: The evidence to add.
    public func adding(_ more: [Evidence]) throws(X509Error) -> Revocation {
      guard policy != .off, !more.isEmpty else { return self }
      let evidence = evidence + more
      let limit = Self.listLimit
      let count = evidence.reduce(lists.count) { $0 + $1.lists.count + $1.responses.count }
      guard count <= limit else { throw .tooMany(.revocationList, limit: limit) }
      return Revocation(policy, extent, lists, stapled, evidence, listIssuers: listIssuers)
    }

    /// A Boolean value that indicates whether there is evidence from other sources than a peer.
    public var isInformed: Bool { !lists.isEmpty || !evidence.isEmpty }
  }
}

extension X509.Revocation {
  /// Checks a certificate at a time.
  ///
  /// The path of the certificate is not known here, and is not checked. A certificate in a list is
  /// still revoked if the list is stale. RFC 5280 section 6.3 and RFC 6960 section 3.2.
  ///
  /// - Parameters:
  ///   - certificate: The certificate to check.
  ///   - issuer: The issuer whose key signed the certificate.
  ///   - listIssuers: Other keys that can sign lists about the certificate: each must have a valid
  ///     path to the anchor of the path of the certificate, as RFC 5280 section 6.3.3 (f) requires.
  ///   - moment: The time at which dates are checked.
  /// - Returns: The answer about a certificate that is not known to be revoked.
  /// - Throws: `RevocationFault.revoked` for a revoked certificate, and `.unanswered` if its status
  ///   is unknown and the policy or the certificate requires an answer.
  public func judge(
    _ certificate: X509.Certificate, issuer: X509.RevocationIssuer,
    listIssuers: [X509.RevocationIssuer] = [], at moment: UnixTime
  ) throws(X509.RevocationFault) -> X509.RevocationAnswer {
    var signatures = X509.SignatureAllowance(.max)
    return try judge(
      certificate, issuer: issuer, listIssuers, at: moment, signatures: &signatures)
  }

  /// Checks a certificate with a limited number of signatures; the answer is unreliable if the
  /// limit was reached.
  func judge(
    _ certificate: X509.Certificate, issuer: X509.RevocationIssuer,
    _ others: [X509.RevocationIssuer], at moment: UnixTime,
    requirements: X509.Requirements = [], signatures: inout X509.SignatureAllowance
  ) throws(X509.RevocationFault) -> X509.RevocationAnswer {
    guard policy != .off else { return .notAsked }
    var findings = Findings()
    if let stapled {
      let said = verdict(
        of: stapled, on: certificate, (issuer, others), at: moment, &signatures)
      try findings.take(said, by: .ocsp)
    }
    let changes = everyList.filter { $0.baseNumber != nil }
    func word(of list: X509.RevocationList) -> X509.RevocationVerdict {
      list.verdict(
        on: certificate, issuer: issuer, others: others, at: moment, changes: changes,
        requirements: requirements, signatures: &signatures)
    }
    for list in lists { try findings.take(word(of: list), by: .list) }
    for one in evidence {
      for list in one.lists { try findings.take(word(of: list), by: .list, in: one.name) }
      for response in one.responses {
        let said = verdict(
          of: .success(response), on: certificate, (issuer, others), at: moment, &signatures)
        try findings.take(said, by: .ocsp, in: one.name)
      }
    }
    // RFC 5280 section 6.3.3 (d): lists for some reasons can together include all of them.
    let isCovered = findings.reasons.isSuperset(of: .all)
    if let good = findings.good ?? (isCovered ? .list : nil) { return .good(by: good) }
    let mustStaple = certificate.mustStaple
    if mustStaple, stapled == nil { findings.problems.append(.notStapled) }
    guard policy != .required, !mustStaple else { throw .unanswered(findings.problems) }
    return .unanswered(findings.problems)
  }

  /// The results of the lists and responses so far.
  private struct Findings {
    var good: X509.RevocationSource?
    var reasons: X509.DistributionPoint.Reasons = []
    var problems: [X509.RevocationProblem] = []

    /// Adds the verdict of a list or a response, which can have a name.
    mutating func take(
      _ verdict: X509.RevocationVerdict, by source: X509.RevocationSource, in name: String? = nil
    ) throws(X509.RevocationFault) {
      switch verdict {
      case .revoked(let time, let reason): throw .revoked(time, reason, by: source)
      case .good: good = good ?? source
      case .goodFor(let some):
        reasons.formUnion(some)
        add(.someReasonsOnly, in: name)
      case .nothing(let problem): add(problem, in: name)
      }
    }

    private mutating func add(_ problem: X509.RevocationProblem, in name: String?) {
      problems.append(name.map { .evidence($0, problem) } ?? problem)
    }
  }

  private func verdict(
    of stapled: Result<X509.OCSPResponse, X509Error>, on certificate: X509.Certificate,
    _ issuers: (own: X509.RevocationIssuer, others: [X509.RevocationIssuer]), at moment: UnixTime,
    _ signatures: inout X509.SignatureAllowance
  ) -> X509.RevocationVerdict {
    switch stapled {
    case .failure(let error): .nothing(.unreadable(error))
    case .success(.unsuccessful(let failure)): .nothing(.unsuccessful(failure))
    case .success(.basic(let response)):
      response.verdict(
        on: certificate, issuer: issuers.own, lists: everyList, by: issuers.others, at: moment,
        signatures: &signatures)
    }
  }
}

extension X509.Certificate {
  /// A Boolean value that indicates whether the certificate requires its server to staple a
  /// response; an authority's requirement is about certificates below it.
  fileprivate var mustStaple: Bool {
    guard (try? tlsFeature)?.requiresStapledResponse == true else { return false }
    return (try? basicConstraints)?.isAuthority != true
  }
}

extension X509 {
  /// The verdict of one list or one response about a certificate.
  enum RevocationVerdict: Equatable {
    case good
    /// Not revoked for these reasons.
    case goodFor(DistributionPoint.Reasons)
    case revoked(ASN1.Time, RevocationReason)
    case nothing(RevocationProblem)

    /// Returns the problem with the times of an answer, if there is one.
    ///
    /// Times have years of four digits, so that the tolerance cannot overflow.
    static func problem(
      _ thisUpdate: ASN1.Time, _ nextUpdate: ASN1.Time?, at moment: UnixTime
    ) -> RevocationProblem? {
      let seconds = moment.secondsSinceEpoch
      guard thisUpdate.secondsSinceEpoch - Revocation.clockTolerance <= seconds else {
        return .notYetValid(thisUpdate)
      }
      guard let nextUpdate else { return .endless }
      guard seconds <= nextUpdate.secondsSinceEpoch else { return .stale(nextUpdate) }
      return nil
    }
  }
}
