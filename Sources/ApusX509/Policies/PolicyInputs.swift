public import ApusASN1

extension X509 {
  /// Which policies a caller asks a path for; by default none.
  ///
  /// RFC 5280 section 6.1.1(c), (e), (f) and (g).
  public struct PolicyInputs: Hashable, Sendable {
    /// The policies that the caller accepts: anyPolicy among them stands for every one.
    public var acceptable: Set<OID> = [.anyPolicy]
    /// Whether the path must be valid for one of them, though no authority asks for it.
    public var requiresPolicy = false
    /// Whether policies of one authority may not stand for those of another.
    public var inhibitsMapping = false
    /// Whether anyPolicy means nothing from the first certificate on.
    public var inhibitsAnyPolicy = false

    /// Inputs that ask for nothing.
    public init() {}

    /// Inputs that ask for one of some policies.
    public init(requiring policies: Set<OID>) {
      acceptable = policies
      requiresPolicy = true
    }
  }
}
