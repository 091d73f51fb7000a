extension EventLoop {
  /// Suspends the task until a moment has come; throws if it is cancelled or the loop shut down.
  public func sleep(until deadline: Deadline) async throws(NetError) {
    switch await Doorbell(on: self).wait(for: [], until: deadline) {
    case .timedOut, .rung: return
    case .cancelled: throw .cancelled
    case .shutDown: throw CurrentProcess.isForkedChild ? .forked : .shutDown
    }
  }
}
