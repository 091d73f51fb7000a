import ApusNet

/// Standard error: lines, and beneath them one that is written over.
///
/// A command shares it with what tells of its request meanwhile. In a test all of it is held, to be
/// looked at.
final class ErrorOutput: Sendable {
  private struct State {
    var held = ""
    var showsProgress = false
  }

  private let isLive: Bool
  private let state = Lock(State())

  init(isLive: Bool) { self.isLive = isLive }

  /// What was said, where it is held.
  var held: String { state.withLock(\.held) }

  /// Says a line, in place of progress that stands there.
  func note(_ line: String) {
    // What stood there may have been longer.
    let hadProgress = state.withLock { state in
      if !isLive { state.held += "\(line)\n" }
      defer { state.showsProgress = false }
      return state.showsProgress
    }
    write((hadProgress ? "\r\u{1b}[K" : "") + "\(line)\n")
  }

  /// Shows how far something is, in place of what stood in the line before.
  func showProgress(_ text: String) {
    state.withLock { $0.showsProgress = true }
    write("\r\(text)\u{1b}[K")
  }

  /// Takes the line of progress away, if one stands there.
  func endProgress() {
    let hadProgress = state.withLock { state in
      defer { state.showsProgress = false }
      return state.showsProgress
    }
    if hadProgress { write("\r\u{1b}[K") }
  }

  private func write(_ text: String) {
    guard isLive else { return }
    // If standard error cannot be written to, no error can be reported.
    try? Files.write(Array(text.utf8), toDescriptor: 2)
  }
}
