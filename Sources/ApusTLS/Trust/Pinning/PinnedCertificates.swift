internal import ApusX509

extension TLS {
  /// What of the pinned certificates a server must show: SP-01.
  ///
  /// Rules about hosts, by the hashes of keys, stand beside it and hold in every mode.
  public enum Pinning: Int, Sendable, Hashable, CaseIterable {
    /// Nothing; pinned certificates mean nothing then.
    case none = 0
    /// The key of a certificate in the path that was judged.
    case publicKey = 1
    /// A path that ends in a pinned certificate, be it that of the server, of an authority or a
    /// root.
    case certificate = 2
  }
}

extension TLS {
  /// Certificates that are pinned, each once, with what is compared of them.
  struct PinnedCertificates: Sendable, Hashable {
    /// The certificates in the order in which they were given.
    let certificates: [X509.Certificate]
    /// The DER of every key that can be used, written as in its certificate: SP-19.
    let keys: Set<ArraySlice<UInt8>>
    /// Those whose key is of no algorithm that is known: SP-06.
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

    /// Whether the key of a certificate of the path, or of its anchor, is pinned.
    func haveKey(of path: X509.VerifiedChain) -> Bool {
      let certificates = path.certificates + [path.anchor.certificate].compactMap(\.self)
      return certificates.contains { keys.contains($0.der[$0.publicKeyRange]) }
        || keys.contains(path.anchor.publicKey.der[...])
    }
  }
}
