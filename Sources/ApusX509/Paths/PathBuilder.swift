extension X509 {
  /// A search for paths from a leaf certificate to trust anchors, which returns the most likely
  /// path first.
  ///
  /// In a path, each certificate names its issuer and is signed by the issuer. The type `PathJudge`
  /// decides whether the complete path is trusted. The search checks the fields of a certificate
  /// before the signature of the certificate. A path contains each pair of subject name and key at
  /// most once, so that cross-signed authorities cannot form a cycle.
  struct PathBuilder {
    /// A path to a trust anchor: the numbers of its certificates from the leaf upward, and the
    /// anchor.
    struct Candidate {
      let numbers: [Int]
      let anchor: Anchor
    }

    private(set) var pool: CertificatePool
    private let anchors: Anchors
    private let judge: CertificateJudge
    private let budgets: Budgets
    /// The signature checker of the path search, which limits the number of verified signatures.
    var checker: SignatureChecker
    private var candidatesLeft: Int
    private var pathsLeft: Int
    /// The trust anchors with each name, by the number of the name.
    private let trusted: [Int: [Anchor]]
    /// The number of intermediate certificates between each name and a trust anchor.
    private let distances: [Int?]
    private var faults: [Fault??]
    private var anchorFaults: [Anchor: Fault?] = [:]
    private var stack: [Step] = []
    /// The certificate paths that the path search has rejected.
    private(set) var failures = Failures()

    /// A certificate of the current path, and the possible issuers of the certificate.
    private struct Step {
      let number: Int
      var issuers: [Issuer]
      var next = 0
    }

    private enum Issuer {
      case anchor(Anchor)
      case intermediate(Int)
    }

    init(
      _ pool: CertificatePool, anchors: Anchors, judge: CertificateJudge, budgets: Budgets
    ) {
      self.anchors = anchors
      self.judge = judge
      self.budgets = budgets
      checker = SignatureChecker(budget: budgets.signatures)
      candidatesLeft = budgets.candidates
      pathsLeft = budgets.paths
      var pool = pool
      trusted = Self.trusted(among: anchors, by: &pool, judge)
      distances = pool.distances(to: trusted.lazy.filter { !$0.value.isEmpty }.map(\.key))
      self.pool = pool
      faults = Array(repeating: .none, count: pool.certificates.count)
      stack = [step(for: 0)]
    }

    /// Returns the next path to a trust anchor, or `nil` if no further path exists.
    mutating func next() throws(Exhausted) -> Candidate? {
      while let last = stack.indices.last {
        guard stack[last].next < stack[last].issuers.count else {
          stack.removeLast()
          continue
        }
        let issuer = stack[last].issuers[stack[last].next]
        stack[last].next += 1
        guard candidatesLeft > 0 else { throw Exhausted(.candidates, budgets) }
        candidatesLeft -= 1
        switch issuer {
        case .anchor(let anchor):
          if try leads(to: anchor) {
            guard pathsLeft > 0 else { throw Exhausted(.paths, budgets) }
            pathsLeft -= 1
            return Candidate(numbers: stack.map(\.number), anchor: anchor)
          }
        case .intermediate(let number):
          if try leads(to: number) { stack.append(step(for: number)) }
        }
      }
      return nil
    }
  }
}

/// The search for the possible issuers of a certificate.
extension X509.PathBuilder {
  /// Returns the trust anchors for each issuer name.
  ///
  /// Equal names nearly always have the same encoding. If no certificate has the issuer name in the
  /// same encoding, the search compares the names by RFC 5280 section 7.1. A profile can require
  /// identical encodings.
  private static func trusted(
    among anchors: X509.Anchors, by pool: inout X509.CertificatePool, _ judge: X509.CertificateJudge
  ) -> [Int: [X509.Anchor]] {
    let purpose = judge.purpose.keyPurpose
    var trusted: [Int: [X509.Anchor]] = [:]
    func find(comparingBytes isExact: Bool) {
      for (number, name) in pool.issuers.enumerated() where trusted[name]?.isEmpty != false {
        trusted[name] = anchors.issuers(
          of: pool.certificates[number], for: purpose, comparingBytes: isExact)
      }
    }
    find(comparingBytes: true)
    guard !judge.profile.contains(.identicalNames) else { return trusted }
    let known = trusted
    pool.adoptOrphans { known[$0]?.isEmpty == false }
    let isOrphaned = pool.issuers.contains { name in
      pool.members[name].isEmpty && trusted[name]?.isEmpty != false
    }
    if isOrphaned { find(comparingBytes: false) }
    return trusted
  }

  /// Returns a certificate with its possible issuers in the order of the search.
  ///
  /// Trust anchors come first. Issuers with a different key identifier come last. Further criteria
  /// are the shortest chain to a trust anchor and the latest end of validity.
  private mutating func step(for number: Int) -> Step {
    let name = pool.issuers[number]
    let trusted = trusted[name] ?? []
    let others = pool.members[name].filter { distances[pool.issuers[$0]] != nil }
    guard trusted.count + others.count > 1 else {
      return Step(
        number: number, issuers: trusted.map { .anchor($0) } + others.map { .intermediate($0) })
    }
    let wanted = pool.identifiers(of: number).issuer
    var ranked: [(rank: (Int, Int, Int, Int, Int64), issuer: Issuer)] = []
    for anchor in trusted {
      let found = anchor.certificate.flatMap { try? $0.subjectKeyIdentifier }?.bytes
      let fit = X509.CertificatePool.Fit(wanted, found)
      let end = anchor.certificate?.validity.notAfter.secondsSinceEpoch ?? .max
      ranked.append(
        ((fit == .different ? 1 : 0, 0, fit.rawValue, 0, 0 &- end), .anchor(anchor)))
    }
    for other in others {
      let fit = X509.CertificatePool.Fit(wanted, pool.identifiers(of: other).own)
      let distance = distances[pool.issuers[other]] ?? .max
      let end = pool.certificates[other].validity.notAfter.secondsSinceEpoch
      ranked.append(
        ((fit == .different ? 1 : 0, 1, fit.rawValue, distance, 0 &- end), .intermediate(other)))
    }
    ranked.sort { $0.rank < $1.rank }
    return Step(number: number, issuers: ranked.map(\.issuer))
  }

  /// Returns a Boolean value that indicates whether a trust anchor is valid and has signed the top
  /// certificate of the path.
  private mutating func leads(to anchor: X509.Anchor) throws(X509.Exhausted) -> Bool {
    if let certificate = anchor.certificate {
      // A leaf certificate that is itself a trust anchor is handled before the search.
      if certificate == pool.certificates[0] { return false }
      let known = anchorFaults[anchor]
      let fault = known ?? judge.fault(of: certificate, as: .anchor)
      if known == nil { anchorFaults.updateValue(fault, forKey: anchor) }
      if let fault {
        fail(fault, .anchor, anchor: anchor)
        return false
      }
    }
    return try isSigned(by: anchor.keyDER, anchor: anchor)
  }

  /// Returns a Boolean value that indicates whether an intermediate certificate is allowed in the
  /// path and has signed its top certificate.
  private mutating func leads(to number: Int) throws(X509.Exhausted) -> Bool {
    let isRepeated = stack.contains { step in
      pool.subjects[step.number] == pool.subjects[number]
        && pool.keys[step.number] == pool.keys[number]
    }
    if isRepeated { return false }
    let known = faults[number]
    let fault = known ?? judge.fault(of: pool.certificates[number], as: .intermediate)
    faults[number] = .some(fault)
    if let fault {
      fail(fault, .certificate(stack.count), adding: number)
      return false
    }
    let above = stack.dropFirst().map(\.number) + [number]
    let selfIssuedCount = above.count { pool.isSelfIssued($0) }
    for (count, limit) in [
      (above.count - selfIssuedCount, budgets.pathLength), (selfIssuedCount, budgets.selfIssued),
    ] where count > limit {
      fail(.tooDeep(limit: limit), .certificate(0), adding: number)
      return false
    }
    let certificate = pool.certificates[number]
    return try isSigned(by: certificate.der[certificate.publicKeyRange], adding: number)
  }

  private mutating func isSigned(
    by key: ArraySlice<UInt8>, anchor: X509.Anchor? = nil, adding number: Int? = nil
  ) throws(X509.Exhausted) -> Bool {
    guard let top = stack.last?.number else { return false }
    let keyNumber = number.map { pool.keys[$0] } ?? pool.keyNumber(of: key)
    let verdict = checker.verdict(on: pool.certificates[top], top, by: key, keyNumber)
    let place = X509.TrustFailure.Path.Place.certificate(stack.count - 1)
    switch verdict {
    case .valid: return true
    case .wrong: fail(.wrongSignature, place, anchor: anchor, adding: number)
    case .unsupportedAlgorithm(let error):
      fail(.signatureAlgorithm(error), place, anchor: anchor, adding: number)
    case .unusableKey(let error):
      let above = X509.TrustFailure.Path.Place.certificate(stack.count)
      fail(
        .unusableKey(error), anchor == nil ? above : .anchor, anchor: anchor, adding: number)
    case nil: throw X509.Exhausted(.signatures, budgets)
    }
    return false
  }

  private mutating func fail(
    _ fault: X509.Fault, _ place: X509.TrustFailure.Path.Place, anchor: X509.Anchor? = nil,
    adding number: Int? = nil
  ) {
    let numbers = stack.map(\.number) + (number.map { [$0] } ?? [])
    failures.add(numbers, anchor, fault, place)
  }

  /// Records a path to a trust anchor that failed the checks of the complete path.
  mutating func fail(
    _ numbers: [Int], _ anchor: X509.Anchor, _ fault: X509.Fault,
    _ place: X509.TrustFailure.Path.Place
  ) {
    failures.add(numbers, anchor, fault, place)
  }

  /// Returns the failure of the path search, including the reason for an early end of the search.
  mutating func trustFailure(_ end: X509.Fault? = nil) -> X509.TrustFailure {
    let (paths, omittedCount) = failures.paths(of: pool.certificates)
    let leaf = pool.certificates[0]
    if let end {
      let last = X509.TrustFailure.Path(
        certificates: [leaf], anchor: nil, fault: end, place: .certificate(0))
      return X509.TrustFailure(last, paths, omittedPathCount: omittedCount)
    }
    if let first = paths.first {
      return X509.TrustFailure(first, Array(paths.dropFirst()), omittedPathCount: omittedCount)
    }
    let limit = budgets.pathLength + budgets.selfIssued
    return X509.TrustFailure(
      pool.deadEnd(judge, pathLength: limit, anchors), [], omittedPathCount: 0)
  }
}
