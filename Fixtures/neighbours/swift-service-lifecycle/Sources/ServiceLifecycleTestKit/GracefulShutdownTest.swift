import ServiceLifecycle

public struct GracefulShutdownTestTrigger: Sendable {
  let manager: ShutdownManager

  public func triggerGracefulShutdown() { manager.begin() }
}

public func testGracefulShutdown<T>(
  operation: (GracefulShutdownTestTrigger) async throws -> T
) async rethrows -> T {
  let manager = ShutdownManager()
  return try await ShutdownManager.$current.withValue(manager) {
    try await operation(GracefulShutdownTestTrigger(manager: manager))
  }
}
