internal import ApusNet

extension Connections {
  /// The local addresses and socket options of connections.
  ///
  /// The default of the operating system applies to a property that is `nil`.
  public struct Sockets: Sendable, Hashable, Codable {
    /// The path of a Unix socket that replaces every server of every URL; nil by default.
    ///
    ///     $0.sockets.path = "/run/docker.sock"
    ///
    /// On Linux a name after a zero byte, such as `"\0agent"`, is in the abstract namespace. A
    /// session with the base `http+unix://%2Frun%2Fdocker.sock/v1.47/` takes the path from the
    /// base.
    public var path: String?
    /// The local address of connections; nil by default.
    ///
    /// With a local address, the session does not connect to server addresses of the other address
    /// family.
    public var localAddress: String?
    /// The keep-alive probes to a silent server, or `nil` for no probes.
    ///
    /// By default the kernel sends the first probe after 45 seconds. By default the connection
    /// fails after 3 unanswered probes with an interval of 10 seconds.
    public var keepAlive: KeepAlive? = KeepAlive(
      idle: .seconds(45), interval: .seconds(10), count: 3)
    /// The maximum time that bytes may stay unacknowledged; nil by default.
    ///
    /// The connection fails after that time.
    public var userTimeout: Duration?
    /// The size of the kernel's send buffer in bytes; nil by default.
    public var sendBuffer: Int?
    /// The size of the kernel's receive buffer in bytes; nil by default.
    public var receiveBuffer: Int?

    /// Creates the default socket settings.
    public init() {}
  }

  /// The settings of TCP keep-alive probes. Times are rounded up to whole seconds.
  public struct KeepAlive: Sendable, Hashable, Codable {
    /// The time without data after which the kernel sends the first probe.
    public var idle: Duration
    /// The interval between two probes.
    public var interval: Duration
    /// The maximum number of unanswered probes.
    public var count: Int

    /// Creates the settings of keep-alive probes.
    ///
    /// - Parameters:
    ///   - idle: The time without data after which the kernel sends the first probe.
    ///   - interval: The time between two probes.
    ///   - count: The number of unanswered probes after which the connection fails.
    public init(idle: Duration, interval: Duration, count: Int) {
      self.idle = idle
      self.interval = interval
      self.count = count
    }
  }
}

extension Connections.Sockets {
  /// Returns the local address, socket options and egress rules of all connections. Throws an error
  /// that describes an invalid setting.
  func rules(_ egress: EgressGuard) throws(Connections.InvalidSetting) -> DialRules {
    var options = SocketOptions()
    options.keepAlive = keepAlive.map {
      SocketOptions.KeepAlive(idle: $0.idle, interval: $0.interval, count: $0.count)
    }
    options.userTimeout = userTimeout
    options.sendBuffer = sendBuffer
    options.receiveBuffer = receiveBuffer
    return DialRules(from: try local(), options: options, egress: egress)
  }

  private func local() throws(Connections.InvalidSetting) -> SocketAddress? {
    try localAddress.map { address throws(Connections.InvalidSetting) in
      try Self.local(address, named: "sockets.localAddress")
    }
  }

  /// Returns a parsed local address. Throws an error that describes an invalid setting.
  static func local(
    _ text: String, named setting: String
  ) throws(Connections.InvalidSetting) -> SocketAddress {
    guard let address = HostAddress(text) else {
      throw Connections.InvalidSetting(setting, text, expected: "an IP address")
    }
    return address.socketAddress(port: 0)
  }

  /// Returns the address of the Unix socket at `path`. Throws an error that describes an invalid
  /// setting.
  func unixAddress() throws(Connections.InvalidSetting) -> SocketAddress? {
    try path.map { path throws(Connections.InvalidSetting) in
      try Self.unix(path, named: "sockets.path")
    }
  }

  /// Returns the address of the Unix socket at a path. Throws an error that describes an invalid
  /// setting.
  static func unix(
    _ path: String, named setting: String
  ) throws(Connections.InvalidSetting) -> SocketAddress {
    let limit = SocketAddress.longestPath
    guard 1...limit ~= path.utf8.count, !path.utf8.dropFirst().contains(0), path != "\0" else {
      throw Connections.InvalidSetting(
        setting, path, expected: "a socket path of 1 to \(limit) bytes without zero bytes")
    }
    return .unix(path: path)
  }
}
