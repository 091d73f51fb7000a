public import ApusASN1

extension TLS {
  /// A store of sessions between connections.
  ///
  /// A custom store can use a disk or share sessions between processes. The sessions are secret:
  /// with them, recorded connections can be decrypted.
  public protocol SessionStore: Sendable {
    /// Stores a session for its scope.
    ///
    /// - Parameter session: The session, which knows its scope.
    nonisolated(nonsending) func add(_ session: Session) async

    /// Returns a session of a scope that has not expired at a moment, the newest first.
    ///
    /// A session for a single use is removed.
    ///
    /// - Parameters:
    ///   - scope: The host, port and configuration of the connection.
    ///   - moment: The time at which dates are checked.
    nonisolated(nonsending) func take(for scope: SessionScope, at moment: UnixTime) async
      -> Session?

    /// Removes all sessions of a scope, and none of any other.
    ///
    /// - Parameter scope: The host, port and configuration of connections.
    nonisolated(nonsending) func forget(_ scope: SessionScope) async
  }
}

extension TLS {
  /// The scope of a session: host, port and configuration; it is never resumed in another scope.
  public struct SessionScope: Hashable, Sendable {
    /// The largest number of bytes of a host name.
    public static let hostByteLimit = 255
    /// The largest number of bytes that identify a configuration.
    public static let configurationByteLimit = 255

    /// The canonical name of the host, or its address.
    public let host: String
    /// The port.
    public let port: UInt16
    /// The bytes that identify all other settings of trust and identity.
    ///
    /// These are anchors, pins, policy, versions, application protocols, and the client's own
    /// identity.
    public let configuration: [UInt8]

    /// Creates the scope of connections to a host and port with one configuration.
    ///
    /// - Parameters:
    ///   - host: The host in canonical form.
    ///   - port: The TCP port.
    ///   - configuration: A value that differs between configurations that must not share sessions.
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
