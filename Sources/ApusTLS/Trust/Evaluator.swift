public import ApusNames
public import ApusX509
internal import Synchronization

extension TLS {
  /// A caller's own check of a server, which runs after the check of the trust policy.
  ///
  /// An evaluator can reject a server that the trust policy accepts. An evaluator can accept a
  /// server that the policy rejects only if the policy's danger set contains `overruled`. An
  /// evaluator must return quickly, and can run on any thread.
  public struct Evaluator: Sendable {
    /// The evidence about a server that an evaluator receives.
    public struct Evidence: Sendable {
      /// The certificates that the server sent, the server's own certificate first.
      public let presented: [X509.Certificate]
      /// The requested host, or `nil` if no host was named.
      public let host: CanonicalHost?
      /// The time of the check by the trust policy.
      public let moment: UnixTime
      /// The result of the trust policy, which contains the checked certification path.
      public let verdict: Result<TrustedChain, TrustFailure>

      /// Creates the evidence after the result of the trust policy is known.
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

    /// The decision of an evaluator about a server.
    public enum Decision: Sendable, Hashable {
      /// The result of the trust policy decides about the server.
      case abide
      /// The evaluator rejects the server for the reason in the text.
      case refuse(String)
      /// The evaluator accepts the server.
      ///
      /// The decision has an effect only if the trust policy accepts the server or allows an
      /// evaluator to overrule the policy.
      case accept
    }

    /// The name of the evaluator, which errors contain.
    public let name: String
    /// The number that identifies the evaluator in this process, because functions cannot be
    /// compared.
    let number: UInt64
    /// The function that makes the evaluator's decision.
    package let decide: @Sendable (Evidence) -> Decision

    /// Creates an evaluator with a name for errors.
    ///
    /// - Parameters:
    ///   - name: The name of the evaluator, which errors contain.
    ///   - decide: The closure that returns the decision. The closure runs during handshakes and
    ///     must not wait.
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
