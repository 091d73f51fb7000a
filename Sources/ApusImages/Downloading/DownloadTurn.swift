internal import ApusNet

/// A gate that delays the task of a download until the download may start.
///
/// The task begins with its request, so the task has the task-local values of its own caller. The
/// end of a different download, perhaps of a different user, starts a waiting download.
final class DownloadTurn: Sendable {
  private enum State {
    case held(CheckedContinuation<Bool, Never>?)
    case decided(Bool)
  }

  private let state = Lock(State.held(nil))

  /// Waits for the decision, and returns whether the download starts.
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

  /// Starts the download, or ends the task without a download.
  func decide(starts: Bool) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard case .held(let waiting) = state else { return nil }
      state = .decided(starts)
      return waiting
    }
    waiting?.resume(returning: starts)
  }
}
