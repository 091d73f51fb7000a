public import ApusASN1

extension TLS {
  /// Where sessions are kept between connections.
  ///
  /// A store of one's own may be on disk or shared between processes. What it is given to keep is
  /// secret: anyone who reads it can read recorded connections.
  public protocol SessionStore: Sendable {
    /// Keeps a session for its scope.
    nonisolated(nonsending) func add(_ session: Session) async

    /// Hands out a session of a scope that is good at a moment, the newest first.
    ///
    /// One that is for a single use is kept no longer.
    nonisolated(nonsending) func take(for scope: SessionScope, at moment: UnixTime) async
      -> Session?

    /// Forgets all sessions of a scope, and none of any other.
    nonisolated(nonsending) func forget(_ scope: SessionScope) async
  }
}

extension TLS {
  /// The scope of a session: host, port and configuration; elsewhere it is never resumed.
  public struct SessionScope: Hashable, Sendable {
    /// The most bytes that the name of a host may have.
    public static let hostByteLimit = 255
    /// The most bytes that stand for a configuration.
    public static let configurationByteLimit = 255

    /// The canonical name of the host, or its address.
    public let host: String
    /// The port.
    public let port: UInt16
    /// What stands for all else that decides whom to believe, and as whom.
    ///
    /// That is anchors, pins, policy, versions, application protocols, and the client's own
    /// identity.
    public let configuration: [UInt8]

    /// Creates the scope of connections to a host and port under one configuration.
    public init(host: String, port: UInt16, configuration: [UInt8]) {
      precondition(
        host.utf8.count <= Self.hostByteLimit
          && configuration.count <= Self.configurationByteLimit,
        "host and configuration have one byte each for their length")
      self.host = host
      self.port = port
      self.configuration = configuration
    }
  }
}
