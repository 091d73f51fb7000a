internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The trusted root certificates at a point in time.
  public struct Roots: Sendable {
    /// The trust anchors of the root certificates.
    public let anchors: X509.Anchors
    /// The number of times that the root certificates were reloaded.
    ///
    /// A client reuses connections and TLS sessions only if the root certificates are unchanged.
    public let generation: UInt64
    /// The SHA-256 digest of the source of the root certificates.
    public let digest: [UInt8]

    /// Creates trusted roots from trust anchors, with a generation number and the digest of their
    /// source.
    ///
    /// - Parameters:
    ///   - anchors: The trust anchors.
    ///   - generation: A number that changes with the content of the source.
    ///   - digest: A digest of the source, which changes when the source changes.
    public init(_ anchors: X509.Anchors, generation: UInt64, digest: [UInt8]) {
      self.anchors = anchors
      self.generation = generation
      self.digest = digest
    }

    /// Creates trusted roots from certificates that never change.
    ///
    /// - Parameter certificates: The trusted certificates.
    public init(_ certificates: [X509.Certificate]) {
      var digest = RunningHash(.sha256)
      for certificate in certificates { digest.update(certificate.der) }
      self.init(X509.Anchors(certificates), generation: 0, digest: digest.finalize())
    }
  }

  /// A provider of trusted root certificates, which each TLS handshake calls.
  public protocol RootsProvider: Sendable {
    /// Returns the current trusted root certificates.
    ///
    /// The method must return quickly. Any thread can call the method.
    func roots() throws -> Roots
  }
}

extension TLS.Roots: TLS.RootsProvider {
  public func roots() -> TLS.Roots { self }
}
