extension X509 {
  /// Finds the paths from a leaf up to anchors, the likeliest first, one after the other.
  ///
  /// What is found is a path whose certificates name and have signed one another. Whether it is to
  /// be believed as a whole is judged elsewhere; what rules a certificate out in any path is asked
  /// before its signature costs anything. No path holds the same subject with the same key twice,
  /// so that cross-signed authorities lead nowhere in circles.
  struct PathBuilder {
    /// A path to an anchor: numbers of certificates from the leaf upward.
    struct Candidate {
      let numbers: [Int]
      let anchor: Anchor
    }

    private(set) var pool: CertificatePool
    private let anchors: Anchors
    private let judge: CertificateJudge
    private let budgets: Budgets
    /// What checks signatures, and knows how many more may be checked.
    var checker: SignatureChecker
    private var candidatesLeft: Int
    private var pathsLeft: Int
    /// The anchors that have each name.
    private let trusted: [Int: [Anchor]]
    /// How many intermediates lie between each name and an anchor.
    private let distances: [Int?]
    private var faults: [Fault??]
    private var anchorFaults: [Anchor: Fault?] = [:]
    private var stack: [Step] = []
    /// The paths that came to nothing.
    private(set) var failures = Failures()

    /// A certificate of the path that is being tried, and who may have issued it.
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

    /// The next path that leads to an anchor, or nil if there is none.
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

/// Which certificates and anchors come into question above another.
extension X509.PathBuilder {
  /// The anchors for each name that an issuer has.
  ///
  /// Names are written alike nearly always. Where no certificate has an issuer's name so, and the
  /// profile does not insist on it, a name that means the same is looked for.
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

  /// A certificate with its possible issuers: anchors first, and those that do not have the key
  /// that it names last; the shortest way up first, and of equal ones the one that lasts longest.
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

  /// Whether an anchor is itself in order and has signed the certificate on top of the path.
  private mutating func leads(to anchor: X509.Anchor) throws(X509.Exhausted) -> Bool {
    if let certificate = anchor.certificate {
      // That a leaf is trusted by its bytes has been answered before the search.
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

  /// Whether an intermediate may stand above the path, and has signed the certificate on top.
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

  /// Keeps a path to an anchor that is not believed.
  mutating func fail(
    _ numbers: [Int], _ anchor: X509.Anchor, _ fault: X509.Fault,
    _ place: X509.TrustFailure.Path.Place
  ) {
    failures.add(numbers, anchor, fault, place)
  }

  /// Why nothing was believed, with what has ended the search, if something has.
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
