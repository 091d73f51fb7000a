/// The operations of a connection pool on an idle connection.
extension Socket {
  /// The state of an idle connection.
  public enum Silence: Equatable, Sendable {
    /// No event has occurred on the connection.
    case kept
    /// Unexpected bytes have arrived on the connection.
    case data
    /// The peer has ended its side of the connection.
    case ended
    /// The connection has failed with this error.
    case failed(NetError)
  }

  /// Checks for received bytes without reading the bytes.
  public func silence() -> Silence {
    switch descriptor.use(Kernel.Sockets.peek) {
    case 0: .ended
    case 1...: .data
    case Kernel.Failure.tryAgain: .kept
    case let result: .failed(NetError("recv", peer, result: result))
    }
  }

  /// Calls `notify` on the event loop's thread when the peer sends bytes or closes, or at the
  /// deadline.
  ///
  /// If bytes or a close are already present, returns the reason and never calls `notify`.
  public func watchSilence(
    until deadline: Deadline, _ notify: @escaping @Sendable (Doorbell.Wakeup) -> Void
  ) -> Silence {
    if isDry, readiness.input.watch(until: deadline, notify) { return .kept }
    while true {
      // A stored wake-up may come from bytes that have already been read. The socket is therefore
      // checked again.
      let silence = silence()
      guard silence == .kept else { return silence }
      guard loop.isRunning else { return .failed(.shutDown) }
      if readiness.input.watch(until: deadline, notify) { return .kept }
    }
  }

  /// Cancels the closure of `watchSilence`.
  ///
  /// Returns `false` if the closure was already called or is about to be called.
  public func endWatch() -> Bool { readiness.input.unwatch() }
}

/// The TCP options for unacknowledged bytes.
///
/// A Unix socket accepts the options and ignores them.
extension Socket {
  /// Sets the maximum time that bytes may stay unacknowledged before the connection fails.
  ///
  /// The value `nil` selects the system's default. A short timeout detects a broken network path of
  /// a reused connection soon after a request was sent. The timeout does not affect a server that
  /// responds slowly, because the server's kernel acknowledges the request. RFC 5482 section 3.
  public func setUserTimeout(_ timeout: Duration?) throws(NetError) {
    try set([(.userTimeout, timeout.map { SocketOptions.whole($0, of: .milliseconds(1)) } ?? 0)])
  }

  /// Enables keep-alive probes to a silent peer, or disables the probes.
  public func setKeepAlive(_ keepAlive: SocketOptions.KeepAlive?) throws(NetError) {
    try set(keepAlive?.settings ?? [(.keepAlive, 0)])
  }

  /// Returns the number of sent bytes that the peer has not acknowledged.
  ///
  /// If unacknowledged bytes remain when a connection fails, the peer may not have received these
  /// bytes. On a socket in the file system, the number counts the bytes that the peer has not
  /// received yet.
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
