extension X509 {
  /// The limits on the work of a path search, for any input.
  ///
  /// Each limit is far above the needs of real certificate chains. If a search exceeds a limit, the
  /// error names the limit.
  public struct Budgets: Hashable, Sendable {
    /// The maximum number of given intermediate certificates, without duplicates.
    /// The default is 512.
    public var certificates = 512
    /// The maximum number of intermediate certificates in a path, not counting self-issued
    /// certificates. The default is 10.
    public var pathLength = 10
    /// The maximum number of self-issued intermediate certificates in a path. The default is 4.
    public var selfIssued = 4
    /// The maximum number of issuers that a search considers, over all paths. The default is 4,096.
    public var candidates = 4_096
    /// The maximum number of checked signatures.
    /// A search checks each signature with each key only once. The default is 100.
    public var signatures = 100
    /// The maximum number of checked paths to a trust anchor. The default is 128.
    public var paths = 128
    /// The maximum number of comparisons of a name with a name constraint, over all paths.
    /// The default is 250,000.
    public var comparisons = 250_000

    /// Creates the default budgets, which are suitable for any peer.
    public init() {}

    /// The resource of a path search that a budget limits.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case certificates, candidates, signatures, paths, comparisons
    }

    /// The limit on a resource of the path search, such as the number of checked signatures.
    ///
    /// - Parameter kind: The kind of the limited resource.
    public subscript(kind: Kind) -> Int {
      switch kind {
      case .certificates: certificates
      case .candidates: candidates
      case .signatures: signatures
      case .paths: paths
      case .comparisons: comparisons
      }
    }
  }
}
