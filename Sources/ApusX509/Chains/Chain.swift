extension X509 {
  /// An unordered list of certificates, sorted from the leaf to the root as far as possible.
  ///
  /// It checks no trust. A certificate follows another if it has its issuer's name, matches the key
  /// identifier, and has signed it as far as that can be checked. Certificates outside the chain
  /// are reported, and so is a missing issuer at its end.
  public struct Chain: Hashable, Sendable {
    /// The largest number of certificates of a chain; any above are left over.
    public static let limit = 64
    /// The largest number of checked signatures.
    ///
    /// After that, only names and identifiers are compared.
    public static let signatureLimit = 100

    /// A certificate that is not in the chain.
    public struct Leftover: Hashable, Sendable {
      /// The reason a certificate is not in the chain.
      public enum Reason: Hashable, Sendable {
        /// It is a duplicate.
        case duplicate
        /// It is a cross-sign: it has the name and the key of a certificate in the chain, at an
        /// index.
        case alternative(to: Int)
        /// It does not belong to the chain.
        case stranger
      }

      /// The certificate.
      public let certificate: Certificate
      /// Its index in the list.
      public let index: Int
      /// The reason it is left over.
      public let reason: Reason
    }

    /// The missing issuer of the last certificate.
    public struct Missing: Hashable, Sendable {
      /// The subject's name.
      public let name: Name
      /// The key identifier that the certificate below it names.
      public let keyIdentifier: [UInt8]?
      /// The URLs of the certificate. Apus does not fetch it.
      public let urls: [IA5Text]
    }

    /// The certificates in order, the leaf first; empty if the list was.
    public let certificates: [Certificate]
    /// The other certificates, in the order of the list.
    public let leftovers: [Leftover]
    /// The missing issuer; nil if the last certificate is a root.
    public let missing: Missing?

    /// A Boolean value that indicates whether the chain ends with a root.
    public var isComplete: Bool { !certificates.isEmpty && missing == nil }

    /// Sorts certificates, from a given leaf or one found among them.
    ///
    /// The leaf is the first certificate that is not an authority, or otherwise the first that has
    /// issued none of the others.
    ///
    /// - Parameters:
    ///   - bag: The certificates, in any order and with duplicates.
    ///   - leaf: The certificate to begin with; nil to find it.
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
      // An unreadable certificate is not considered an authority.
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

  /// The subject of a certificate with its key, for any issuer.
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
  /// Creates the issuer of a certificate, according to the certificate.
  init(above certificate: X509.Certificate) {
    name = certificate.issuer
    keyIdentifier = X509.CertificatePool.KeyIdentifiers(certificate).issuer
    urls = (try? certificate.authorityInformationAccess)?.issuers ?? []
  }
}
