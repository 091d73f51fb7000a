/// What a pool asks of a connection that no one uses.
extension Socket {
  /// The state of a connection from which nothing is expected.
  public enum Silence: Equatable, Sendable {
    /// Nothing.
    case kept
    /// Bytes have arrived that no one asked for.
    case data
    /// The peer has ended its side.
    case ended
    /// The connection has failed.
    case failed(NetError)
  }

  /// Looks whether anything has arrived, and takes nothing.
  public func silence() -> Silence {
    switch descriptor.use(Kernel.Sockets.peek) {
    case 0: .ended
    case 1...: .data
    case Kernel.Failure.tryAgain: .kept
    case let result: .failed(NetError("recv", peer, result: result))
    }
  }

  /// Calls `notify` on the loop's thread once the silence is broken or the deadline has come.
  ///
  /// Returns what broke the silence before, and then never calls.
  public func watchSilence(
    until deadline: Deadline, _ notify: @escaping @Sendable (Doorbell.Wakeup) -> Void
  ) -> Silence {
    if isDry, readiness.input.watch(until: deadline, notify) { return .kept }
    while true {
      // A ring may be left of what was read since. The watch took it, so that a look must follow.
      let silence = silence()
      guard silence == .kept else { return silence }
      guard loop.isRunning else { return .failed(.shutDown) }
      if readiness.input.watch(until: deadline, notify) { return .kept }
    }
  }

  /// Ends the watch; returns false if the silence was broken, or the deadline came.
  public func endWatch() -> Bool { readiness.input.unwatch() }
}

/// What becomes of bytes that the peer does not acknowledge.
///
/// TCP alone acknowledges: a socket in the file system takes the options and ignores them.
extension Socket {
  /// Sets how long bytes may stay unacknowledged before the connection is given up.
  ///
  /// Nil is as long as the system says.
  /// A connection that was at rest may have lost its way without a word. With a short time it is
  /// given up soon after a request was sent, and a server that is slow to answer is not: its kernel
  /// acknowledges. RFC 5482 section 3.
  public func setUserTimeout(_ timeout: Duration?) throws(NetError) {
    try set([(.userTimeout, timeout.map { SocketOptions.whole($0, of: .milliseconds(1)) } ?? 0)])
  }

  /// Has a silent peer asked whether it is still there, or no longer.
  public func setKeepAlive(_ keepAlive: SocketOptions.KeepAlive?) throws(NetError) {
    try set(keepAlive?.settings ?? [(.keepAlive, 0)])
  }

  /// Returns how many bytes were sent that the peer has not acknowledged.
  ///
  /// If there are some when a connection fails, the peer need not have received them. On a socket
  /// in the file system these are the bytes that the peer has not received yet.
  public func unacknowledgedByteCount() throws(NetError) -> Int {
    let result = descriptor.use(Kernel.Sockets.unacknowledged)
    guard result >= 0 else { throw NetError("ioctl", peer, result: result) }
    return Int(result)
  }

  private func set(_ settings: [(Kernel.Sockets.Option, Int32)]) throws(NetError) {
    guard peer.isTCP else { return }
    for (option, value) in settings {
      let result = descriptor.use { Kernel.Sockets.set(option, of: $0, to: value) }
      guard result == 0 else { throw NetError("setsockopt", peer, result: result) }
    }
  }
}
