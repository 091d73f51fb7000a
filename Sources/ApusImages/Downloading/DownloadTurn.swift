internal import ApusNet

/// A gate that delays the task of a download until the download may start.
///
/// The task is created at its own request, so the task has the task-local values of its own caller.
/// Otherwise, a waiting download would have the task-local values of a different download that has
/// ended.
final class DownloadTurn: Sendable {
  private enum State {
    case held(CheckedContinuation<Bool, Never>?)
    case decided(Bool)
  }

  private let state = Lock(State.held(nil))

  /// Waits for the start or the end of the download, and returns whether the download starts.
  func wait() async -> Bool {
    await withCheckedContinuation { continuation in
      let decision = state.withLock { state -> Bool? in
        if case .decided(let starts) = state { return starts }
        state = .held(continuation)
        return nil
      }
      if let decision { continuation.resume(returning: decision) }
    }
  }

  /// Starts the download, or ends its task without a download.
  func decide(starts: Bool) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard case .held(let waiting) = state else { return nil }
      state = .decided(starts)
      return waiting
    }
    waiting?.resume(returning: starts)
  }
}
