internal import ApusHTTP
internal import ApusNet

/// The unfinished tasks of a session, for which programs have handles.
final class TaskRegistry: Sendable {
  private struct State {
    var tasks: [Int: HTTPTask] = [:]
    var last = 0
    var isClosed = false
  }

  private let state = Lock(State())

  /// Returns the number of the next task.
  func nextNumber() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// Takes a task in until it ends.
  func add(_ task: HTTPTask) {
    let isClosed = state.withLock { state in
      state.tasks[task.identifier] = task
      return state.isClosed
    }
    if isClosed { task.control.shutDown() }
  }

  /// Lets go of a task that has ended.
  func remove(_ task: HTTPTask) {
    _ = state.withLock { $0.tasks.removeValue(forKey: task.identifier) }
  }

  /// The current tasks: those for data, then uploads, then downloads, each kind by age.
  var tasks: [HTTPTask] {
    state.withLock { Array($0.tasks.values) }
      .sorted { ($0.kind.rawValue, $0.identifier) < ($1.kind.rawValue, $1.identifier) }
  }

  /// Lets those fail that are suspended, now or later.
  func shutDown() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.control.shutDown() }
  }
}
