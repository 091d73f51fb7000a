public import ApusNames
public import ApusX509
internal import Synchronization

extension TLS {
  /// What a caller itself has to say about a server, once the policy has judged it.
  ///
  /// It can refuse what the policy accepts. What the policy refuses it can accept only where the
  /// policy's danger set has `overruled`. It must be quick, and runs on any thread.
  public struct Evaluator: Sendable {
    /// The evidence that an evaluator judges.
    public struct Evidence: Sendable {
      /// What the server presents, its own certificate first.
      public let presented: [X509.Certificate]
      /// Who was asked.
      public let host: CanonicalHost?
      /// When.
      public let moment: UnixTime
      /// What the policy says, with the path that was judged.
      public let verdict: Result<TrustedChain, TrustFailure>

      /// What is shown to somebody who is asked once there is a verdict.
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

    /// What an evaluator says.
    public enum Decision: Sendable, Hashable {
      /// What the policy says holds.
      case abide
      /// The server is refused, for a reason in words.
      case refuse(String)
      /// The server is accepted, if the policy accepts it or lets itself be overruled.
      case accept
    }

    /// The evaluator's name in errors.
    public let name: String
    /// Tells it from every other one of this process, since functions cannot be compared.
    let number: UInt64
    /// What it says.
    package let decide: @Sendable (Evidence) -> Decision

    /// Creates an evaluator by a name that errors show.
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
