import ApusNet

/// Delays a server's response until a test has reached its condition.
final class Gate: Sendable {
  private let isOpen = Lock(false)

  var wasOpened: Bool { isOpen.withLock { $0 } }

  func open() { isOpen.withLock { $0 = true } }

  func close() { isOpen.withLock { $0 = false } }

  func pass() async {
    while !isOpen.withLock({ $0 }), !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(2))
    }
  }
}
