/// A receiver of the kernel's notifications of network changes.
///
/// A notification only indicates that the kernel must be queried again. The kernel sends no message
/// for many changes, such as the routes that disappear with an interface, and drops messages if
/// many messages arrive.
final class NetworkChanges: Sendable {
  private let descriptor: Descriptor
  private let attachment: Attachment
  /// A Boolean value that indicates whether the receiver reads the content of kernel messages.
  private let readsMessages: Bool

  init(_ use: Kernel.Routes.Use, on loop: EventLoop) throws(NetError) {
    descriptor = try Descriptor(opened: Kernel.Routes.open(use), by: "socket", "netlink")
    attachment = try Attachment(of: descriptor, to: loop)
    readsMessages = use == .hearingAddresses
  }

  deinit { close() }

  /// Closes the notification socket. A wait in progress returns `false`.
  func close() {
    guard !descriptor.isClosed else { return }
    attachment.loop.remove(descriptor, token: attachment.token)
    descriptor.close()
    attachment.readiness.close()
  }

  /// Waits for a network change or for a deadline. Returns `false` if the notification socket was
  /// closed, its event loop was shut down, or the task was cancelled.
  ///
  /// The closure receives each complete message about an address.
  func wait(until deadline: Deadline, _ hear: ([UInt8]) -> Void = { _ in }) async -> Bool {
    switch await attachment.readiness.input.wait(until: deadline) {
    case .timedOut: return true
    case .cancelled, .shutDown: return false
    case .rung: return takeAll(hear)
    }
  }

  /// Receives all pending kernel messages. Returns `false` if the notification socket is closed.
  private func takeAll(_ hear: ([UInt8]) -> Void) -> Bool {
    while true {
      switch takeOne(hear) {
      case 0..., Kernel.Failure.noBuffers, Kernel.Failure.messageTooLong: continue
      case Kernel.Failure.tryAgain: return true
      default: return false
      }
    }
  }

  /// Receives one kernel message. Returns a failure as a negated errno.
  func takeOne(_ hear: ([UInt8]) -> Void = { _ in }) -> Int64 {
    var result: Int64 = 0
    // The kernel drops the rest of a message that does not fit into the buffer.
    let message = [UInt8](capacity: readsMessages ? Self.addressRoom : Self.leastRoom) { bytes in
      result = descriptor.use {
        readsMessages
          ? Kernel.Routes.receive($0, into: &bytes) : Kernel.Sockets.receive($0, into: &bytes)
      }
    }
    if readsMessages, result > 0 { hear(message) }
    return result
  }

  /// The buffer size in bytes for a kernel message whose content is not read.
  private static let leastRoom = 16
  /// The buffer size in bytes for a kernel message about an address, which has a few hundred bytes.
  private static let addressRoom = 8_192
}
