extension X509 {
  /// A bag of certificates in order, from the leaf to the root, as far as they go.
  ///
  /// Nothing is trusted here: a certificate stands above another if it has its issuer's name, fits
  /// the key identifier, and has signed it where that can be checked. What does not belong to the
  /// chain is reported, and so is who is missing at its upper end.
  public struct Chain: Hashable, Sendable {
    /// How many certificates a chain may have; what lies above is left over.
    public static let limit = 64
    /// How many signatures are checked, at most; after that names and identifiers must do.
    public static let signatureLimit = 100

    /// A certificate that is not in the chain.
    public struct Leftover: Hashable, Sendable {
      /// Why it is not.
      public enum Reason: Hashable, Sendable {
        /// It is in the bag twice.
        case duplicate
        /// It has the name and the key of one in the chain, by its place there: a cross-sign.
        case alternative(to: Int)
        /// It belongs to something else.
        case stranger
      }

      /// The certificate.
      public let certificate: Certificate
      /// Where it stood in the bag.
      public let index: Int
      /// Why it is left over.
      public let reason: Reason
    }

    /// The certificate that should stand above the last one.
    public struct Missing: Hashable, Sendable {
      /// The subject's name.
      public let name: Name
      /// How the certificate below it calls its key.
      public let keyIdentifier: [UInt8]?
      /// Where it should be found. Nothing here fetches it.
      public let urls: [IA5Text]
    }

    /// The certificates in order, the leaf first; none if there are none in the bag.
    public let certificates: [Certificate]
    /// The certificates left over, in the order of the bag.
    public let leftovers: [Leftover]
    /// Who is missing; nil where the last certificate is a root.
    public let missing: Missing?

    /// Whether the chain ends in a root.
    public var isComplete: Bool { !certificates.isEmpty && missing == nil }

    /// Puts certificates in order, from a leaf that is named or found among them.
    ///
    /// The leaf is the first that is no authority; else the first that has issued none of the
    /// others.
    public init(ordering bag: [Certificate], from leaf: Certificate? = nil) {
      guard let leaf = leaf ?? Self.leaf(of: bag) else {
        certificates = []
        leftovers = []
        missing = nil
        return
      }
      var climb = Climb(CertificatePool(leaf: leaf, others: bag))
      climb.run()
      certificates = climb.numbers.map { climb.pool.certificates[$0] }
      leftovers = Self.leftovers(of: bag, certificates)
      missing = climb.isAtRoot ? nil : certificates.last.map { Missing(above: $0) }
    }
  }
}

extension X509.Chain {
  private static func leaf(of bag: [X509.Certificate]) -> X509.Certificate? {
    let leaf = bag.first { certificate in
      // What cannot be read is not known to be an authority.
      (try? certificate.basicConstraints)?.isAuthority != true && !certificate.isSelfIssued
    }
    if let leaf { return leaf }
    let issuers = Set(
      bag.lazy.filter { !$0.isSelfIssued }.map { $0.der[$0.issuerRange] })
    return bag.first { !issuers.contains($0.der[$0.subjectRange]) } ?? bag.first
  }

  private static func leftovers(
    of bag: [X509.Certificate], _ chain: [X509.Certificate]
  ) -> [Leftover] {
    var places: [Subject: Int] = [:]
    for (place, certificate) in chain.enumerated() { places[Subject(certificate)] = place }
    let members = Set(chain)
    var seen: Set<X509.Certificate> = []
    var leftovers: [Leftover] = []
    for (index, certificate) in bag.enumerated() {
      let isFirst = seen.insert(certificate).inserted
      if isFirst, members.contains(certificate) { continue }
      let reason: Leftover.Reason =
        if !isFirst {
          .duplicate
        } else if let place = places[Subject(certificate)] {
          .alternative(to: place)
        } else {
          .stranger
        }
      leftovers.append(Leftover(certificate: certificate, index: index, reason: reason))
    }
    return leftovers
  }

  /// Whom a certificate is about, no matter who has issued it.
  private struct Subject: Hashable {
    let subject: ArraySlice<UInt8>
    let key: ArraySlice<UInt8>

    init(_ certificate: X509.Certificate) {
      subject = certificate.der[certificate.subjectRange]
      key = certificate.der[certificate.publicKeyRange]
    }
  }
}

extension X509.Chain.Missing {
  /// The issuer of a certificate, by what that says of it.
  init(above certificate: X509.Certificate) {
    name = certificate.issuer
    keyIdentifier = X509.CertificatePool.KeyIdentifiers(certificate).issuer
    urls = (try? certificate.authorityInformationAccess)?.issuers ?? []
  }
}
