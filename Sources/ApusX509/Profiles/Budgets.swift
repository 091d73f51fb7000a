extension X509 {
  /// Limits on the work of a search for a path, for any input.
  ///
  /// Each is far above the needs of real chains. A search that exceeds one names it in the error.
  public struct Budgets: Hashable, Sendable {
    /// The largest number of given intermediates, without duplicates. The default is 512.
    public var certificates = 512
    /// The largest number of intermediates of a path, not counting self-issued ones.
    /// The default is 10.
    public var pathLength = 10
    /// The largest number of self-issued intermediates of a path. The default is 4.
    public var selfIssued = 4
    /// The largest number of considered issuers, over all paths. The default is 4,096.
    public var candidates = 4_096
    /// The largest number of checked signatures; each is checked once with each key.
    /// The default is 100.
    public var signatures = 100
    /// The largest number of checked paths to an anchor. The default is 128.
    public var paths = 128
    /// The largest number of comparisons of a name with a name constraint, over all paths.
    /// The default is 250,000.
    public var comparisons = 250_000

    /// Creates the default budgets, which are suitable for any peer.
    public init() {}

    /// A budget by name.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case certificates, candidates, signatures, paths, comparisons
    }

    /// The limit of a budget.
    ///
    /// - Parameter kind: The limited resource.
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
