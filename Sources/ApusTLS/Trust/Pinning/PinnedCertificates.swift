internal import ApusX509

extension TLS {
  /// The requirement for pinned certificates.
  ///
  /// Rules for hosts, by the hashes of keys, are separate and apply in every mode.
  public enum Pinning: Int, Sendable, Hashable, CaseIterable {
    /// No requirement; pinned certificates are ignored.
    case none = 0
    /// The checked path contains the key of a pinned certificate.
    case publicKey = 1
    /// The path ends with a pinned certificate, which can be the server's, an authority's or a
    /// root.
    case certificate = 2
  }
}

extension TLS {
  /// Pinned certificates without duplicates, with the keys to compare.
  struct PinnedCertificates: Sendable, Hashable {
    /// The certificates in the given order.
    let certificates: [X509.Certificate]
    /// The DER of every usable key, as encoded in its certificate.
    let keys: Set<ArraySlice<UInt8>>
    /// The certificates with keys of unknown algorithms.
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

    /// Returns a Boolean value that indicates whether the key of a certificate of the path, or of
    /// its anchor, is pinned.
    func haveKey(of path: X509.VerifiedChain) -> Bool {
      let certificates = path.certificates + [path.anchor.certificate].compactMap(\.self)
      return certificates.contains { keys.contains($0.der[$0.publicKeyRange]) }
        || keys.contains(path.anchor.publicKey.der[...])
    }
  }
}
