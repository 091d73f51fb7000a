extension X509 {
  /// A list of certificates that is sorted from the leaf certificate to the root certificate as far
  /// as possible.
  ///
  /// Sorting a chain does not check trust. The next certificate in the chain has the issuer name
  /// and the authority key identifier of the previous certificate. If the signature can be checked,
  /// the next certificate must also have signed the previous certificate. The chain reports
  /// certificates that do not belong to it, and a missing issuer at its end.
  public struct Chain: Hashable, Sendable {
    /// The maximum number of certificates in a chain.
    /// Certificates above the limit are listed as leftovers.
    public static let limit = 64
    /// The maximum number of signatures that are checked while a chain is sorted.
    ///
    /// After the maximum number of signatures, only names and key identifiers are compared.
    public static let signatureLimit = 100

    /// A certificate of the unordered list that is not part of the sorted chain.
    public struct Leftover: Hashable, Sendable {
      /// The reason a certificate is not part of the sorted chain.
      public enum Reason: Hashable, Sendable {
        /// The certificate is a duplicate of an earlier certificate in the list.
        case duplicate
        /// The certificate is cross-signed: the chain's certificate at the given index has the same
        /// subject name and public key.
        case alternative(to: Int)
        /// The certificate is unrelated to the certificates in the chain.
        case stranger
      }

      /// The certificate that is not part of the chain.
      public let certificate: Certificate
      /// The index of the certificate in the unordered list.
      public let index: Int
      /// The reason the certificate is not part of the chain.
      public let reason: Reason
    }

    /// The missing issuer of the chain's last certificate.
    public struct Missing: Hashable, Sendable {
      /// The subject name of the missing issuer.
      public let name: Name
      /// The key identifier of the missing issuer, as stated in the chain's last certificate.
      public let keyIdentifier: [UInt8]?
      /// The URLs of the missing issuer's certificate. Apus does not fetch the certificate.
      public let urls: [IA5Text]
    }

    /// The certificates of the chain in order, beginning with the leaf certificate.
    /// The chain is empty if the unordered list was empty.
    public let certificates: [Certificate]
    /// The certificates outside the chain, in the order of the unordered list.
    public let leftovers: [Leftover]
    /// The missing issuer of the last certificate, or `nil` if the last certificate is a root
    /// certificate.
    public let missing: Missing?

    /// A Boolean value that indicates whether the chain ends with a root certificate.
    public var isComplete: Bool { !certificates.isEmpty && missing == nil }

    /// Sorts certificates into a chain that begins with a given leaf certificate or finds the leaf
    /// certificate.
    ///
    /// The leaf is the first certificate that does not belong to an authority. If every certificate
    /// belongs to an authority, the leaf is the first certificate that has issued no other
    /// certificate.
    ///
    /// - Parameters:
    ///   - bag: The certificates in any order, possibly with duplicates.
    ///   - leaf: The leaf certificate, or `nil` to find the leaf certificate among the others.
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
      // A certificate with unreadable basic constraints is not considered an authority's
      // certificate.
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

  /// The subject name and the public key of a certificate, independent of the issuer.
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
  /// Creates the description of a certificate's missing issuer from the data in the certificate.
  init(above certificate: X509.Certificate) {
    name = certificate.issuer
    keyIdentifier = X509.CertificatePool.KeyIdentifiers(certificate).issuer
    urls = (try? certificate.authorityInformationAccess)?.issuers ?? []
  }
}
