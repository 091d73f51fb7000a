public import ApusNames
public import ApusX509
internal import Synchronization

extension TLS {
  /// A certificate evaluator: the program's own check of a server after the trust policy.
  ///
  /// A certificate evaluator can reject a server that the trust policy accepts. An evaluator can
  /// accept a server that the policy rejects only if the policy's danger set contains `overruled`.
  /// An evaluator must return quickly, and can run on any thread.
  public struct Evaluator: Sendable {
    /// The certificates of a server and the policy's result, which a certificate evaluator
    /// receives.
    public struct Evidence: Sendable {
      /// The certificates that the server sent, the server's own certificate first.
      public let presented: [X509.Certificate]
      /// The requested host, or `nil` if the caller specified no host.
      public let host: CanonicalHost?
      /// The time at which the trust policy checked the server.
      public let moment: UnixTime
      /// The result of the trust policy, which contains the checked certification path.
      public let verdict: Result<TrustedChain, TrustFailure>

      /// Creates the input of a certificate evaluator from the result of the trust policy.
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

    /// The decision of a certificate evaluator about a server.
    public enum Decision: Sendable, Hashable {
      /// The certificate evaluator keeps the result of the trust policy.
      case abide
      /// The certificate evaluator rejects the server for the given reason.
      case refuse(String)
      /// The certificate evaluator accepts the server.
      ///
      /// The server is accepted if the trust policy accepts the server or allows an evaluator to
      /// overrule the policy.
      case accept
    }

    /// The name of the certificate evaluator in error messages.
    public let name: String
    /// The number that identifies the certificate evaluator in this process, because closures
    /// cannot be compared.
    let number: UInt64
    /// The closure that returns the certificate evaluator's decision.
    package let decide: @Sendable (Evidence) -> Decision

    /// Creates a certificate evaluator with a name for error messages.
    ///
    /// - Parameters:
    ///   - name: The name of the certificate evaluator in error messages.
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
