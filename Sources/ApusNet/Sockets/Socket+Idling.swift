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
