/// Hears that something of the network has changed.
///
/// What it was is not heard: much that follows from a change is told by no message, such as the
/// routes that go with an interface, and messages are lost when many come. So each of them only
/// says that the kernel is to be asked again, and a lost one says no less.
final class NetworkChanges: Sendable {
  private let descriptor: Descriptor
  private let attachment: Attachment

  init(_ use: Kernel.Routes.Use, on loop: EventLoop) throws(NetError) {
    descriptor = try Descriptor(opened: Kernel.Routes.open(use), by: "socket", "netlink")
    attachment = try Attachment(of: descriptor, to: loop)
  }

  deinit { close() }

  /// Closes the socket; what waits for a change is told that none will come.
  func close() {
    guard !descriptor.isClosed else { return }
    attachment.loop.remove(descriptor, token: attachment.token)
    descriptor.close()
    attachment.readiness.close()
  }

  /// Waits for a change, or for a moment; false once the socket or its loop has ended, or the task
  /// was cancelled.
  func wait(until deadline: Deadline) async -> Bool {
    switch await attachment.readiness.input.wait(until: deadline) {
    case .timedOut: return true
    case .cancelled, .shutDown: return false
    case .rung: return takeAll()
    }
  }

  /// Takes what has been heard; false once the socket is closed.
  private func takeAll() -> Bool {
    while true {
      switch takeOne() {
      case 0..., Kernel.Failure.noBuffers: continue
      case Kernel.Failure.tryAgain: return true
      default: return false
      }
    }
  }

  /// Takes one message, or a failure as a negative errno.
  func takeOne() -> Int64 {
    var result: Int64 = 0
    _ = [UInt8](capacity: 16) { bytes in
      // What does not fit is thrown away, and so is all of it.
      result = descriptor.use { Kernel.Sockets.receive($0, into: &bytes) }
    }
    return result
  }
}
