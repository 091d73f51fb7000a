import ApusNet

/// Holds a server's answer back until a test has seen what it waits for.
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
