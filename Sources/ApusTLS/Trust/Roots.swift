internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The roots that are trusted, as they were when somebody asked for them.
  public struct Roots: Sendable {
    /// The anchors.
    public let anchors: X509.Anchors
    /// How many times they were read anew: what was made under other roots is not used again.
    public let generation: UInt64
    /// The SHA-256 of what they were read from.
    public let digest: [UInt8]

    /// Roots of a generation, by the hash of what they were read from.
    public init(_ anchors: X509.Anchors, generation: UInt64, digest: [UInt8]) {
      self.anchors = anchors
      self.generation = generation
      self.digest = digest
    }

    /// Creates roots from certificates, which never change.
    public init(_ certificates: [X509.Certificate]) {
      var digest = RunningHash(.sha256)
      for certificate in certificates { digest.update(certificate.der) }
      self.init(X509.Anchors(certificates), generation: 0, digest: digest.finalize())
    }
  }

  /// Tells which roots are trusted, when asked at each handshake.
  public protocol RootsProvider: Sendable {
    /// The roots as they are now; it must be quick, and is asked on any thread.
    func roots() throws -> Roots
  }
}

extension TLS.Roots: TLS.RootsProvider {
  public func roots() -> TLS.Roots { self }
}
