extension NetError {
  /// Why a wait ended without a ring.
  init(_ wakeup: Doorbell.Wakeup, _ operation: Operation, _ address: SocketAddress?) {
    switch wakeup {
    case .timedOut: self = .timedOut(operation, address)
    case .cancelled: self = .cancelled
    case .shutDown: self = CurrentProcess.isForkedChild ? .forked : .shutDown
    case .rung: self = .closed
    }
  }
}
