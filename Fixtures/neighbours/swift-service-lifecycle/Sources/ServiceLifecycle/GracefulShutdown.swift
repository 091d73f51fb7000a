import Synchronization

/// The state that tells the code of one service to end.
package final class ShutdownManager: Sendable {
  private struct State {
    var isShuttingDown = false
    var lastHandler = 0
    var handlers: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  @TaskLocal package static var current: ShutdownManager?

  package init() {}

  package var isShuttingDown: Bool { state.withLock(\.isShuttingDown) }

  /// Adds a handler, which is called at once if the shutdown has begun.
  func add(_ handler: @escaping @Sendable () -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      guard !state.isShuttingDown else { return nil }
      state.lastHandler += 1
      state.handlers[state.lastHandler] = handler
      return state.lastHandler
    }
    if number == nil { handler() }
    return number
  }

  func remove(_ number: Int?) {
    guard let number else { return }
    state.withLock { $0.handlers[number] = nil }
  }

  package func begin() {
    let handlers = state.withLock { state in
      state.isShuttingDown = true
      defer { state.handlers = [:] }
      return state.handlers.sorted { $0.key < $1.key }.map(\.value)
    }
    for handler in handlers { handler() }
  }
}

public func gracefulShutdown() async throws {
  let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
  await withGracefulShutdownHandler {
    for await _ in stream {}
  } onGracefulShutdown: {
    continuation.finish()
  }
  try Task.checkCancellation()
}

public func withGracefulShutdownHandler<T>(
  isolation: isolated (any Actor)? = #isolation, operation: () async throws -> T,
  onGracefulShutdown handler: @Sendable @escaping () -> Void
) async rethrows -> T {
  let manager = ShutdownManager.current
  let number = manager?.add(handler)
  defer { manager?.remove(number) }
  return try await operation()
}

public func cancelWhenGracefulShutdown<T: Sendable>(
  _ operation: @Sendable @escaping () async throws -> T
) async rethrows -> T {
  let task = Task { try await operation() }
  let result = await withTaskCancellationHandler {
    await withGracefulShutdownHandler {
      await task.result
    } onGracefulShutdown: {
      task.cancel()
    }
  } onCancel: {
    task.cancel()
  }
  func value() throws -> T { try result.get() }
  return try rethrowing(value)
}

/// Returns the result of a throwing closure, of which the caller knows that it rethrows.
private func rethrowing<T>(_ work: () throws -> T) rethrows -> T { try work() }

extension Task where Success == Never, Failure == Never {
  public static var isShuttingDownGracefully: Bool {
    ShutdownManager.current?.isShuttingDown ?? false
  }
}
