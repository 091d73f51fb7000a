public import ApusASN1

extension TLS {
  /// A store of TLS sessions that later connections can resume.
  ///
  /// A custom session store can use a disk or share sessions between processes. The sessions are
  /// secret, because an attacker with a session can decrypt recorded connections that resumed the
  /// session.
  public protocol SessionStore: Sendable {
    /// Stores a session for the scope of the session.
    ///
    /// - Parameter session: The session, which contains its scope.
    nonisolated(nonsending) func add(_ session: Session) async

    /// Returns the newest unexpired session for a host, port and configuration.
    ///
    /// The store removes a session that can be used only once.
    ///
    /// - Parameters:
    ///   - scope: The host, port and configuration of the connection.
    ///   - moment: The time of the expiry check.
    nonisolated(nonsending) func take(for scope: SessionScope, at moment: UnixTime) async
      -> Session?

    /// Removes all sessions of a scope from the store, and no sessions of other scopes.
    ///
    /// - Parameter scope: The host, port and configuration of connections.
    nonisolated(nonsending) func forget(_ scope: SessionScope) async
  }
}

extension TLS {
  /// The scope of a TLS session, which consists of a host, a port and a configuration.
  ///
  /// A client resumes a session only in its own scope.
  public struct SessionScope: Hashable, Sendable {
    /// The maximum number of bytes of a host name in a session scope.
    public static let hostByteLimit = 255
    /// The maximum number of bytes that identify a configuration in a session scope.
    public static let configurationByteLimit = 255

    /// The canonical name or the IP address of the session's host.
    public let host: String
    /// The TCP port of the session's connections.
    public let port: UInt16
    /// The bytes that identify all other settings of a TLS connection, such as trust anchors and
    /// pins.
    ///
    /// The settings are the trust anchors, pins, policy, TLS versions, application protocols, and
    /// the client's own identity.
    public let configuration: [UInt8]

    /// Creates the scope of connections to a host and port with one configuration.
    ///
    /// - Parameters:
    ///   - host: The host name or IP address in canonical form.
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
