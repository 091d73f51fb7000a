extension X509 {
  /// What paths are held to: the anchors, the rules, and how much work a search may make.
  public struct Verifier: Sendable {
    /// Whom to trust.
    public var anchors: Anchors
    /// Which rules a path is held to.
    public var profile: Profile
    /// How much work a search may make.
    public var budgets: Budgets
    /// Which certificate policies a path must have; any by default.
    public var policies = PolicyInputs()
    /// What is asked about revocation, and of which lists.
    ///
    /// By default what a server staples is judged.
    public var revocation = Revocation.whenPresent
    /// Whether dates are judged; what they say of revocation always is.
    ///
    /// Who leaves them out says so to whom it hands the chain, which remembers it too.
    package var judgesDates = true

    /// A verifier that trusts those anchors.
    public init(
      anchors: Anchors, profile: Profile = .default, budgets: Budgets = Budgets()
    ) {
      self.anchors = anchors
      self.profile = profile
      self.budgets = budgets
    }
  }
}
