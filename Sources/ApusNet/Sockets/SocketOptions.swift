/// The socket options of a connection.
///
/// The system's default applies to an option that is `nil`.
public struct SocketOptions: Sendable, Equatable {
  /// A Boolean value that indicates whether small packets are sent immediately; true by default.
  ///
  /// The option is `TCP_NODELAY`.
  public var sendsAtOnce = true
  /// The keep-alive probes to a silent peer; nil by default.
  public var keepAlive: KeepAlive?
  /// The time that bytes may stay unacknowledged before the connection fails; nil by default.
  public var userTimeout: Duration?
  /// The size of the kernel's send buffer in bytes; nil by default.
  public var sendBuffer: Int?
  /// The size of the kernel's receive buffer in bytes; nil by default.
  public var receiveBuffer: Int?

  /// Creates the default socket options.
  ///
  /// With the default options, small packets are sent immediately. All other options have the
  /// system's defaults.
  public init() {}

  /// The settings of TCP keep-alive probes. Times are whole seconds, at least one.
  public struct KeepAlive: Sendable, Equatable {
    /// The time without data after which the kernel sends the first probe.
    public var idle: Duration
    /// The interval between two probes.
    public var interval: Duration
    /// The maximum number of unanswered probes.
    public var count: Int

    /// Creates the settings of keep-alive probes.
    ///
    /// The probes begin after `idle`, and the connection fails after `count` unanswered probes.
    public init(idle: Duration, interval: Duration, count: Int) {
      self.idle = idle
      self.interval = interval
      self.count = count
    }
  }
}

extension SocketOptions {
  /// Sets the socket options before the socket connects. Options that are `nil` are not set.
  func apply(to descriptor: Descriptor, for address: SocketAddress) throws(NetError) {
    func set(_ option: Kernel.Sockets.Option, _ value: Int32) throws(NetError) {
      let result = descriptor.use { Kernel.Sockets.set(option, of: $0, to: value) }
      guard result == 0 else { throw NetError("setsockopt", address, result: result) }
    }
    if let sendBuffer { try set(.sendBuffer, Int32(clamping: sendBuffer)) }
    if let receiveBuffer { try set(.receiveBuffer, Int32(clamping: receiveBuffer)) }
    guard address.isTCP else { return }
    if sendsAtOnce { try set(.noDelay, 1) }
    if let userTimeout { try set(.userTimeout, Self.whole(userTimeout, of: .milliseconds(1))) }
    for (option, value) in keepAlive?.settings ?? [] { try set(option, value) }
  }

  /// Returns a duration in whole time units, rounded up and at least one.
  static func whole(_ duration: Duration, of unit: Duration) -> Int32 {
    let count = duration / unit
    return count < 1 ? 1 : count < 0x7fff_ffff ? Int32(count.rounded(.up)) : .max
  }
}

extension SocketOptions.KeepAlive {
  /// The kernel's socket options with their values, in the order in which they are set.
  var settings: [(Kernel.Sockets.Option, Int32)] {
    [
      (.keepAlive, 1), (.keepAliveIdle, SocketOptions.whole(idle, of: .seconds(1))),
      (.keepAliveInterval, SocketOptions.whole(interval, of: .seconds(1))),
      (.keepAliveCount, Int32(clamping: max(1, count))),
    ]
  }
}
