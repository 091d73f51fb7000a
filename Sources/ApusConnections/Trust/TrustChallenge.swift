public import ApusTLS
internal import Synchronization

extension Connections {
  /// A callback that confirms or rejects a server after the policy, and may take time.
  ///
  /// The session's challenge is used if it has one, and otherwise that of the request. Without
  /// either, the policy decides. A challenge can reject a server that the policy accepts. It can
  /// accept a server that the policy rejects only if the policy's danger set contains `overruled`.
  /// It is called before any byte of the request is sent, and its time is limited by the timeout of
  /// the handshake.
  ///
  /// A connection that depends on a challenge is used for that challenge only: a challenge is equal
  /// only to its own copies.
  public struct TrustChallenge: Sendable {
    /// The name of the challenge in errors.
    public let name: String
    private let number: UInt64
    let decide: @Sendable (TLS.Evaluator.Evidence) async -> TLS.Evaluator.Decision

    /// Creates a challenge with a name that errors show.
    ///
    /// - Parameters:
    ///   - name: The name of the challenge.
    ///   - decide: Receives the server's certificates with the policy's verdict, and returns the
    ///     decision.
    public init(
      _ name: String,
      _ decide: @escaping @Sendable (TLS.Evaluator.Evidence) async -> TLS.Evaluator.Decision
    ) {
      self.name = name
      self.decide = decide
      number = Self.count.add(1, ordering: .relaxed).newValue
    }

    private static let count = Atomic<UInt64>(0)

    /// The challenge for the servers of the requests that a task sends.
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
