internal import ApusX509

extension TLS {
  /// The requirement of a trust policy for pinned certificates.
  ///
  /// Pin rules for hosts, which contain the hashes of keys, are separate from the pinning mode and
  /// apply in every mode.
  public enum Pinning: Int, Sendable, Hashable, CaseIterable {
    /// The trust policy ignores pinned certificates.
    case none = 0
    /// The checked certification path must contain the public key of a pinned certificate.
    case publicKey = 1
    /// The certification path must end with a pinned certificate, which can belong to the server,
    /// an authority or a root.
    case certificate = 2
  }
}

extension TLS {
  /// The pinned certificates without duplicates, with their public keys.
  struct PinnedCertificates: Sendable, Hashable {
    /// The pinned certificates in the caller's order.
    let certificates: [X509.Certificate]
    /// The DER encodings of all usable public keys, copied from the pinned certificates.
    let keys: Set<ArraySlice<UInt8>>
    /// The pinned certificates whose public keys have unknown algorithms.
    let skipped: [X509.Certificate]

    init(_ given: [X509.Certificate] = []) {
      var seen: Set<X509.Certificate> = []
      certificates = given.filter { seen.insert($0).inserted }
      var keys: Set<ArraySlice<UInt8>> = []
      var skipped: [X509.Certificate] = []
      for certificate in certificates {
        if (try? certificate.verificationKey()) == nil {
          skipped.append(certificate)
        } else {
          keys.insert(certificate.der[certificate.publicKeyRange])
        }
      }
      self.keys = keys
      self.skipped = skipped
    }

    /// Returns a Boolean value that indicates whether the certification path or its trust anchor
    /// contains a pinned public key.
    func haveKey(of path: X509.VerifiedChain) -> Bool {
      let certificates = path.certificates + [path.anchor.certificate].compactMap(\.self)
      return certificates.contains { keys.contains($0.der[$0.publicKeyRange]) }
        || keys.contains(path.anchor.publicKey.der[...])
    }
  }
}
