internal import ApusASN1

extension X509 {
  /// The revocation check: its policy, and the available revocation lists and OCSP responses.
  ///
  /// The revocation check does not fetch data from the network. The caller supplies revocation
  /// lists, and the peer staples OCSP responses.
  public struct Revocation: Sendable {
    /// The policy of the revocation check.
    public enum Policy: Hashable, Sendable, CaseIterable {
      /// The revocation status of certificates is not checked.
      case off
      /// A certificate is rejected only if available evidence shows that the certificate is
      /// revoked. Stale, invalid or unrelated evidence is ignored. If a server's certificate
      /// requires stapling, current evidence must show that the certificate is not revoked: RFC
      /// 7633 section 4.2.
      case whenPresent
      /// A certificate is rejected unless current evidence shows that the certificate is not
      /// revoked.
      case required
    }

    /// The certificates of a path whose revocation status is checked.
    /// The trust anchor is never checked.
    public enum Extent: Hashable, Sendable, CaseIterable {
      /// Only the leaf certificate is checked. A stapled OCSP response is about the leaf
      /// certificate.
      case leaf
      /// The leaf certificate and every intermediate certificate are checked.
      case path
    }

    /// The maximum number of seconds by which the time of a revocation list or an OCSP response may
    /// be ahead of the clock.
    public static let clockTolerance: Int64 = 300
    /// The maximum number of revocation lists.
    public static let listLimit = 4096
    /// The maximum number of certificates of revocation list issuers.
    public static let issuerLimit = 512

    /// The policy of the revocation check.
    public let policy: Policy
    /// The certificates of a path whose revocation status is checked.
    public let extent: Extent
    /// The revocation lists (CRLs) of any issuers.
    public let lists: [RevocationList]
    /// The certificates of revocation list issuers, in addition to the certificates of a path.
    ///
    /// An issuer that signs its revocation lists with a separate key needs an additional
    /// certificate, and so does an issuer of indirect lists. An additional certificate is used only
    /// if a valid path leads from it to the trust anchor of the checked path: RFC 5280 section
    /// 6.3.3 (f).
    public let listIssuers: [Certificate]
    /// The revocation lists and OCSP responses of named sources, such as files.
    public let evidence: [Evidence]
    /// The OCSP response that the peer stapled to its certificate, or `nil` for none.
    private let stapled: Result<OCSPResponse, X509Error>?
    /// All revocation lists of the check, including the lists of the evidence.
    let everyList: [RevocationList]

    /// Creates a revocation check from revocation lists and the bytes of an OCSP response.
    ///
    /// A malformed OCSP response does not cause an error, but becomes a problem in the result of
    /// the check.
    ///
    /// - Parameters:
    ///   - policy: The policy of the revocation check.
    ///   - extent: The certificates of a path that are checked; all by default.
    ///   - lists: The revocation lists of any issuers.
    ///   - listIssuers: The certificates of revocation list issuers that are not part of a path.
    ///   - stapledResponse: The bytes of an OCSP response about the leaf certificate.
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

    /// The disabled revocation check.
    public static let off = Revocation(.off, .path, [], nil)

    /// The default revocation check, which uses the evidence that the peer sends.
    ///
    /// The default revocation check requires no evidence, unless the certificate requires evidence.
    public static let whenPresent = Revocation(.whenPresent, .path, [], nil)

    /// Returns the same revocation check with the bytes of a stapled OCSP response.
    ///
    /// - Parameter response: The stapled response in DER, or `nil` for none.
    public func stapling(_ response: [UInt8]?) -> Revocation {
      guard policy != .off, let response else { return self }
      return Revocation(
        policy, extent, lists, Self.read(response), evidence, listIssuers: listIssuers)
    }

    /// Returns the same revocation check with additional evidence, which the caller has just read.
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

    /// A Boolean value that indicates whether the check has evidence from other sources than the
    /// peer.
    public var isInformed: Bool { !lists.isEmpty || !evidence.isEmpty }
  }
}

extension X509.Revocation {
  /// Checks the revocation status of a certificate at a given time.
  ///
  /// The function does not know the path of the certificate, and does not check the path. A stale
  /// revocation list still revokes the certificates that it contains. RFC 5280 section 6.3 and RFC
  /// 6960 section 3.2.
  ///
  /// - Parameters:
  ///   - certificate: The certificate to check.
  ///   - issuer: The issuer whose key signed the certificate.
  ///   - listIssuers: The other issuers that can sign revocation lists about the certificate. A
  ///     valid path must lead from each issuer to the trust anchor of the certificate's path, as
  ///     RFC 5280 section 6.3.3 (f) requires.
  ///   - moment: The reference time of all date checks.
  /// - Returns: The status of a certificate that is not known to be revoked.
  /// - Throws: `RevocationFault.revoked` for a revoked certificate, and `.unanswered` if the status
  ///   is unknown and the policy or the certificate requires a known status.
  public func judge(
    _ certificate: X509.Certificate, issuer: X509.RevocationIssuer,
    listIssuers: [X509.RevocationIssuer] = [], at moment: UnixTime
  ) throws(X509.RevocationFault) -> X509.RevocationAnswer {
    var signatures = X509.SignatureAllowance(.max)
    return try judge(
      certificate, issuer: issuer, listIssuers, at: moment, signatures: &signatures)
  }

  /// Checks the revocation status of a certificate with a limited number of signatures. The result
  /// of the check is unreliable if the limit of signatures was reached.
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
    // RFC 5280 section 6.3.3 (d): several revocation lists that each cover some reasons can
    // together cover all reasons.
    let isCovered = findings.reasons.isSuperset(of: .all)
    if let good = findings.good ?? (isCovered ? .list : nil) { return .good(by: good) }
    let mustStaple = certificate.mustStaple
    if mustStaple, stapled == nil { findings.problems.append(.notStapled) }
    guard policy != .required, !mustStaple else { throw .unanswered(findings.problems) }
    return .unanswered(findings.problems)
  }

  /// The results of the revocation lists and OCSP responses so far.
  private struct Findings {
    var good: X509.RevocationSource?
    var reasons: X509.DistributionPoint.Reasons = []
    var problems: [X509.RevocationProblem] = []

    /// Adds the verdict of a revocation list or an OCSP response, with the name of the evidence if
    /// it has one.
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
  /// A Boolean value that indicates whether the certificate requires its server to staple an OCSP
  /// response. The TLS feature of an authority's certificate is a requirement for the certificates
  /// below.
  fileprivate var mustStaple: Bool {
    guard (try? tlsFeature)?.requiresStapledResponse == true else { return false }
    return (try? basicConstraints)?.isAuthority != true
  }
}

extension X509 {
  /// The verdict of one revocation list or one OCSP response about a certificate.
  enum RevocationVerdict: Equatable {
    case good
    /// The certificate is not revoked for the given reasons.
    case goodFor(DistributionPoint.Reasons)
    case revoked(ASN1.Time, RevocationReason)
    case nothing(RevocationProblem)

    /// Returns the problem with the times of a revocation list or an OCSP response, or `nil` if the
    /// times are valid.
    ///
    /// The times have years of four digits, so the subtraction of the tolerance cannot overflow.
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
