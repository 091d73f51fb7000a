public import ApusNames
public import ApusX509
internal import Synchronization

extension TLS {
  /// A caller's own check of a server, after that of the policy.
  ///
  /// It can reject a server that the policy accepts. It can accept one that the policy rejects only
  /// if the policy's danger set contains `overruled`. It must be quick, and runs on any thread.
  public struct Evaluator: Sendable {
    /// The evidence for an evaluator.
    public struct Evidence: Sendable {
      /// The server's certificates, its own first.
      public let presented: [X509.Certificate]
      /// The requested host.
      public let host: CanonicalHost?
      /// The moment of the check.
      public let moment: UnixTime
      /// The result of the policy, with the checked path.
      public let verdict: Result<TrustedChain, TrustFailure>

      /// Creates the evidence after the result of the policy is known.
      package init(
        _ presented: [X509.Certificate], _ host: CanonicalHost?, at moment: UnixTime,
        _ verdict: Result<TrustedChain, TrustFailure>
      ) {
        self.presented = presented
        self.host = host
        self.moment = moment
        self.verdict = verdict
      }
    }

    /// The decision of an evaluator.
    public enum Decision: Sendable, Hashable {
      /// The result of the policy is kept.
      case abide
      /// The server is rejected, with a reason as text.
      case refuse(String)
      /// The server is accepted, if the policy accepts it or allows an evaluator to overrule it.
      case accept
    }

    /// The evaluator's name in errors.
    public let name: String
    /// A number that is unique in this process, because functions cannot be compared.
    let number: UInt64
    /// The check itself.
    package let decide: @Sendable (Evidence) -> Decision

    /// Creates an evaluator with a name for errors.
    ///
    /// - Parameters:
    ///   - name: The name, which errors contain.
    ///   - decide: The closure that returns the decision; it runs during handshakes and must not
    ///     wait.
    public init(_ name: String, _ decide: @escaping @Sendable (Evidence) -> Decision) {
      self.name = name
      self.decide = decide
      number = Self.count.add(1, ordering: .relaxed).newValue
    }

    private static let count = Atomic<UInt64>(0)
  }
}

extension TLS.Evaluator: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
