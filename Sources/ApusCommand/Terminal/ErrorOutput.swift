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
  ///
  /// A line that is wrapped could not be written over: what does not fit is left out, from the last
  /// part on.
  func showProgress(_ text: String, columnCount: Int) {
    state.withLock { $0.showsProgress = true }
    write("\r\(Self.fitted(text, columnCount: columnCount))\u{1b}[K")
  }

  /// Returns as many parts of a text as fit, or the start of the first one.
  ///
  /// The last column stays free, since some terminals wrap once it is written to.
  static func fitted(_ text: String, columnCount: Int) -> String {
    var fitted = ""
    for part in text.parts(around: ", ") {
      let longer = fitted.utf8.isEmpty ? String(part) : "\(fitted), \(part)"
      guard longer.utf8.count < columnCount else { break }
      fitted = longer
    }
    return fitted.utf8.isEmpty ? String(text.unicodeScalars.prefix(columnCount - 1)) : fitted
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
