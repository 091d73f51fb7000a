internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The trusted roots at a moment.
  public struct Roots: Sendable {
    /// The anchors.
    public let anchors: X509.Anchors
    /// The number of times that the roots were reloaded.
    ///
    /// Connections and sessions of other roots are not reused.
    public let generation: UInt64
    /// The SHA-256 of the roots' source.
    public let digest: [UInt8]

    /// Creates roots of a generation, with the hash of their source.
    ///
    /// - Parameters:
    ///   - anchors: The trusted anchors.
    ///   - generation: A number that changes with the content.
    ///   - digest: A hash of the source, which changes with it.
    public init(_ anchors: X509.Anchors, generation: UInt64, digest: [UInt8]) {
      self.anchors = anchors
      self.generation = generation
      self.digest = digest
    }

    /// Creates roots from certificates, which never change.
    ///
    /// - Parameter certificates: The trusted certificates.
    public init(_ certificates: [X509.Certificate]) {
      var digest = RunningHash(.sha256)
      for certificate in certificates { digest.update(certificate.der) }
      self.init(X509.Anchors(certificates), generation: 0, digest: digest.finalize())
    }
  }

  /// A source of trusted roots that is read at each handshake.
  public protocol RootsProvider: Sendable {
    /// Returns the current roots. It must be quick, and is called on any thread.
    func roots() throws -> Roots
  }
}

extension TLS.Roots: TLS.RootsProvider {
  public func roots() -> TLS.Roots { self }
}
