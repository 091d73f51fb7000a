public import ApusTLS
internal import Synchronization

extension Connections {
  /// Who is asked about a server once the policy has judged it, and may take time to answer.
  ///
  /// A session's own is asked if it has one, and otherwise that of the request: AU-01. Without
  /// either the policy decides: AU-02. It can refuse what the policy accepts. What the policy
  /// refuses it can accept only where the policy's danger set has `overruled`: AU-05. It is asked
  /// before a byte of the request is sent, for as long as the handshake may take: AU-03 and AU-08.
  ///
  /// Connections that were made by one challenge's word are used for no other: a challenge is equal
  /// to its own copies alone.
  public struct TrustChallenge: Sendable {
    /// What errors call it.
    public let name: String
    private let number: UInt64
    let decide: @Sendable (TLS.Evaluator.Evidence) async -> TLS.Evaluator.Decision

    /// Creates a challenge by a name that errors show.
    public init(
      _ name: String,
      _ decide: @escaping @Sendable (TLS.Evaluator.Evidence) async -> TLS.Evaluator.Decision
    ) {
      self.name = name
      self.decide = decide
      number = Self.count.add(1, ordering: .relaxed).newValue
    }

    private static let count = Atomic<UInt64>(0)

    /// Who is asked about the servers of the requests that a task sends.
    ///
    ///     try await Connections.TrustChallenge.$ofRequests.withValue(challenge) {
    ///       try await session.send(request)
    ///     }
    @TaskLocal public static var ofRequests: TrustChallenge?
  }
}

extension Connections.TrustChallenge: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
