internal import ApusNet

extension Connections {
  /// Where connections come from, and how the kernel treats them; what is nil is the system's.
  public struct Sockets: Sendable, Hashable, Codable {
    /// A socket in the file system through which each server is reached, whatever its URL says.
    ///
    ///     $0.sockets.path = "/run/docker.sock"
    public var path: String?
    /// The address of this machine that connections come from.
    ///
    /// A server's addresses of the other family are then not dialled.
    public var localAddress: String?
    /// When a silent server is asked whether it is still there; nil for never.
    public var keepAlive: KeepAlive? = KeepAlive(
      idle: .seconds(45), interval: .seconds(10), count: 3)
    /// How long sent bytes may stay unacknowledged before the connection is given up.
    public var userTimeout: Duration?
    /// How many bytes the kernel may keep for the server.
    public var sendBuffer: Int?
    /// How many bytes of the server's the kernel may keep.
    public var receiveBuffer: Int?

    /// Creates the default settings.
    public init() {}
  }

  /// When a silent server is asked, and for how long; in whole seconds, rounded up.
  public struct KeepAlive: Sendable, Hashable, Codable {
    /// How long a connection is silent before the server is asked.
    public var idle: Duration
    /// How long after a question the next one is asked.
    public var interval: Duration
    /// How many questions may stay unanswered.
    public var count: Int

    /// Asks a server after `idle`, and gives it up after `count` questions.
    public init(idle: Duration, interval: Duration, count: Int) {
      self.idle = idle
      self.interval = interval
      self.count = count
    }
  }
}

extension Connections.Sockets {
  /// What all connections share, or what is wrong with the settings.
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
    guard let localAddress else { return nil }
    guard let address = HostAddress(localAddress) else {
      throw Connections.InvalidSetting(
        "sockets.localAddress", localAddress, expected: "an IP address")
    }
    return address.socketAddress(port: 0)
  }

  /// The socket that `path` names, or what is wrong with it.
  func unixAddress() throws(Connections.InvalidSetting) -> SocketAddress? {
    guard let path else { return nil }
    guard 1...SocketAddress.longestPath ~= path.utf8.count, !path.utf8.contains(0) else {
      let expected = "a path of 1 to \(SocketAddress.longestPath) bytes, none of them zero"
      throw Connections.InvalidSetting("sockets.path", path, expected: expected)
    }
    return .unix(path: path)
  }
}
