extension X509.Chain {
  /// A search from the leaf certificate up to a root certificate, which selects the best issuer of
  /// each certificate.
  struct Climb {
    private(set) var pool: X509.CertificatePool
    /// The pool numbers of the selected certificates, from the leaf certificate upward.
    private(set) var numbers = [0]
    private var checker = X509.SignatureChecker(budget: X509.Chain.signatureLimit)
    /// The number of certificates between each name and the nearest root certificate.
    private let distances: [Int?]

    init(_ pool: X509.CertificatePool) {
      var pool = pool
      pool.adoptOrphans()
      var roots: [Int] = []
      for number in pool.certificates.indices where pool.isRoot(number) {
        roots.append(pool.subjects[number])
      }
      distances = pool.distances(to: roots)
      self.pool = pool
    }

    /// A Boolean value that indicates whether the last certificate claims to be signed by its own
    /// key.
    var isAtRoot: Bool {
      mutating get { numbers.last.map { pool.isRoot($0) } ?? false }
    }

    /// Extends the chain as far as possible toward a root certificate. The chain contains each pair
    /// of subject name and public key at most once.
    mutating func run() {
      while numbers.count < X509.Chain.limit, let top = numbers.last, !pool.isRoot(top),
        let issuer = issuer(of: top)
      {
        numbers.append(issuer)
      }
    }

    /// Returns the best possible issuer of a certificate.
    ///
    /// The most important criterion is a matching key identifier. The second criterion is a short
    /// chain to a root certificate. The third criterion is a late end of the validity period.
    private mutating func issuer(of number: Int) -> Int? {
      let wanted = pool.identifiers(of: number).issuer
      var ranked: [(rank: (Int, Int, Int64), number: Int)] = []
      for other in pool.members[pool.issuers[number]] where !isRepeated(other) {
        let fit = X509.CertificatePool.Fit(wanted, pool.identifiers(of: other).own)
        let distance = pool.isRoot(other) ? -1 : distances[pool.issuers[other]] ?? .max
        let end = pool.certificates[other].validity.notAfter.secondsSinceEpoch
        ranked.append(((fit.rawValue, distance, 0 &- end), other))
      }
      ranked.sort { $0.rank < $1.rank }
      for (_, other) in ranked where mayHaveSigned(other, number) { return other }
      return nil
    }

    private func isRepeated(_ number: Int) -> Bool {
      numbers.contains {
        pool.subjects[$0] == pool.subjects[number] && pool.keys[$0] == pool.keys[number]
      }
    }

    private mutating func mayHaveSigned(_ issuer: Int, _ number: Int) -> Bool {
      let above = pool.certificates[issuer]
      let verdict = checker.verdict(
        on: pool.certificates[number], number, by: above.der[above.publicKeyRange],
        pool.keys[issuer])
      switch verdict {
      case .valid, .unsupportedAlgorithm, .unusableKey, nil: return true
      case .wrong: return false
      }
    }
  }
}
