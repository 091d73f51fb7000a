extension X509 {
  /// How much work the search for a path may make, whatever is put into the bag.
  ///
  /// Each is far above what real chains need. A search that runs out of one says which.
  public struct Budgets: Hashable, Sendable {
    /// How many intermediates may be given, duplicates not counted.
    public var certificates = 512
    /// How many intermediates a path may have, self-issued ones not counted.
    public var pathLength = 10
    /// How many self-issued intermediates a path may have.
    public var selfIssued = 4
    /// How many issuers may be considered, over all paths.
    public var candidates = 4_096
    /// How many signatures may be checked; each is checked once by each key.
    public var signatures = 100
    /// How many paths that lead to an anchor may be judged as a whole.
    public var paths = 128
    /// How many times a name may be compared with a name constraint, over all paths.
    public var comparisons = 250_000

    /// Budgets that are right for any peer.
    public init() {}

    /// A budget by name.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case certificates, candidates, signatures, paths, comparisons
    }

    /// Returns how much a budget holds.
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
