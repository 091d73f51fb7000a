public import ApusTLS
internal import Synchronization

extension Connections {
  /// A callback that confirms or rejects a server after the policy, and may take time.
  ///
  /// A session uses its own trust challenge, or the challenge of the request if the session has
  /// none. Without a challenge, the policy decides. A challenge can reject a server that the policy
  /// accepts. A challenge can accept a server that the policy rejects only if the policy's danger
  /// set contains `overruled`. The session calls the challenge before it sends any byte of the
  /// request. The timeout of the handshake limits the time of the challenge.
  ///
  /// A connection that depends on a challenge is used only for that challenge. A challenge is equal
  /// only to its own copies.
  public struct TrustChallenge: Sendable {
    /// The name of the trust challenge in errors.
    public let name: String
    private let number: UInt64
    let decide: @Sendable (TLS.Evaluator.Evidence) async -> TLS.Evaluator.Decision

    /// Creates a trust challenge with a name that errors contain.
    ///
    /// - Parameters:
    ///   - name: The name of the trust challenge.
    ///   - decide: A closure that receives the server's certificates with the policy's verdict, and
    ///     returns the decision.
    public init(
      _ name: String,
      _ decide: @escaping @Sendable (TLS.Evaluator.Evidence) async -> TLS.Evaluator.Decision
    ) {
      self.name = name
      self.decide = decide
      number = Self.count.add(1, ordering: .relaxed).newValue
    }

    private static let count = Atomic<UInt64>(0)

    /// The trust challenge for the servers of the requests that a task sends.
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
