/// Hears that something of the network has changed.
///
/// The messages do not replace a look at the network: much that follows from a change is told by no
/// message, such as the routes that go with an interface, and messages are lost when many come. So
/// each of them means that the kernel is to be asked again, and a lost one means no less.
final class NetworkChanges: Sendable {
  private let descriptor: Descriptor
  private let attachment: Attachment
  /// A Boolean value that indicates whether the content of messages is read.
  private let readsMessages: Bool

  init(_ use: Kernel.Routes.Use, on loop: EventLoop) throws(NetError) {
    descriptor = try Descriptor(opened: Kernel.Routes.open(use), by: "socket", "netlink")
    attachment = try Attachment(of: descriptor, to: loop)
    readsMessages = use == .hearingAddresses
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
  ///
  /// The closure receives each message about an address that has come whole.
  func wait(until deadline: Deadline, _ hear: ([UInt8]) -> Void = { _ in }) async -> Bool {
    switch await attachment.readiness.input.wait(until: deadline) {
    case .timedOut: return true
    case .cancelled, .shutDown: return false
    case .rung: return takeAll(hear)
    }
  }

  /// Takes what has been heard; false once the socket is closed.
  private func takeAll(_ hear: ([UInt8]) -> Void) -> Bool {
    while true {
      switch takeOne(hear) {
      case 0..., Kernel.Failure.noBuffers, Kernel.Failure.messageTooLong: continue
      case Kernel.Failure.tryAgain: return true
      default: return false
      }
    }
  }

  /// Takes one message, or a failure as a negative errno.
  func takeOne(_ hear: ([UInt8]) -> Void = { _ in }) -> Int64 {
    var result: Int64 = 0
    // The kernel drops the rest of a message that does not fit.
    let message = [UInt8](capacity: readsMessages ? Self.addressRoom : Self.leastRoom) { bytes in
      result = descriptor.use {
        readsMessages
          ? Kernel.Routes.receive($0, into: &bytes) : Kernel.Sockets.receive($0, into: &bytes)
      }
    }
    if readsMessages, result > 0 { hear(message) }
    return result
  }

  /// The room for a message that is not read.
  private static let leastRoom = 16
  /// The room for a message about an address; the kernel writes a few hundred bytes.
  private static let addressRoom = 8_192
}
