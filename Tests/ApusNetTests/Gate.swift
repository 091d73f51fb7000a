@testable import ApusNet

/// Blocks a thread until it is opened.
final class Gate: Sendable {
  private let isOpen = Lock(false)

  func open() {
    isOpen.withLock { $0 = true }
    isOpen.notify()
  }

  func pass() {
    isOpen.waitUntilFound { $0 ? () : nil }
    // Others may be waiting too.
    isOpen.notify()
  }
}
