internal import ApusHTTP
internal import ApusNet

/// The registry of a session's unfinished tasks whose handles the program has received.
final class TaskRegistry: Sendable {
  private struct State {
    var tasks: [Int: HTTPTask] = [:]
    var last = 0
    var isClosed = false
  }

  private let state = Lock(State())

  /// Returns the number for the next task of the session.
  func nextNumber() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// Adds a task, which stays in the registry until it ends.
  func add(_ task: HTTPTask) {
    let isClosed = state.withLock { state in
      state.tasks[task.identifier] = task
      return state.isClosed
    }
    if isClosed { task.control.shutDown() }
  }

  /// Removes a task that has ended.
  func remove(_ task: HTTPTask) {
    _ = state.withLock { $0.tasks.removeValue(forKey: task.identifier) }
  }

  /// The unfinished tasks: data tasks first, then uploads, then downloads, each kind sorted by age.
  var tasks: [HTTPTask] {
    state.withLock { Array($0.tasks.values) }
      .sorted { ($0.kind.rawValue, $0.identifier) < ($1.kind.rawValue, $1.identifier) }
  }

  /// Makes all suspended tasks fail because of the shutdown, including tasks that are suspended
  /// later.
  func shutDown() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.control.shutDown() }
  }
}
