/// How a connection's own kernel treats it; what is nil is left as the system has it.
public struct SocketOptions: Sendable, Equatable {
  /// Sends small pieces at once, and does not wait for more to come.
  public var sendsAtOnce = true
  /// Asks a silent peer from time to time whether it is still there.
  public var keepAlive: KeepAlive?
  /// How long bytes may stay unacknowledged before the connection is given up.
  public var userTimeout: Duration?
  /// How many bytes the kernel may keep for the peer.
  public var sendBuffer: Int?
  /// How many bytes of the peer's the kernel may keep.
  public var receiveBuffer: Int?

  /// Creates the usual options: small pieces are sent at once, and the rest is the system's.
  public init() {}

  /// When a silent peer is asked, and for how long; whole seconds, and at least one.
  public struct KeepAlive: Sendable, Equatable {
    /// How long a connection is silent before the peer is asked.
    public var idle: Duration
    /// How long after a question the next one is asked.
    public var interval: Duration
    /// How many questions may stay unanswered.
    public var count: Int

    /// Creates a peer that is asked after `idle`, and given up after `count` questions.
    public init(idle: Duration, interval: Duration, count: Int) {
      self.idle = idle
      self.interval = interval
      self.count = count
    }
  }
}

extension SocketOptions {
  /// Sets the options of a socket that is not connected yet; what is nil stays as it is.
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

  /// How many whole units a duration has, rounded up, and at least one.
  static func whole(_ duration: Duration, of unit: Duration) -> Int32 {
    let count = duration / unit
    return count < 1 ? 1 : count < 0x7fff_ffff ? Int32(count.rounded(.up)) : .max
  }
}

extension SocketOptions.KeepAlive {
  /// The kernel's options, in the order in which they are set.
  var settings: [(Kernel.Sockets.Option, Int32)] {
    [
      (.keepAlive, 1), (.keepAliveIdle, SocketOptions.whole(idle, of: .seconds(1))),
      (.keepAliveInterval, SocketOptions.whole(interval, of: .seconds(1))),
      (.keepAliveCount, Int32(clamping: max(1, count))),
    ]
  }
}
