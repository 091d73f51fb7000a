import ApusNet

/// Standard error: lines, followed by one that is overwritten.
///
/// A command shares it with the progress of its request. In a test the output is kept for checks.
final class ErrorOutput: Sendable {
  private struct State {
    var held = ""
    var showsProgress = false
  }

  private let isLive: Bool
  private let state = Lock(State())

  init(isLive: Bool) { self.isLive = isLive }

  /// The output, if it is kept.
  var held: String { state.withLock(\.held) }

  /// Prints a line, in place of visible progress.
  func note(_ line: String) {
    // The old line may have been longer.
    let hadProgress = state.withLock { state in
      if !isLive { state.held += "\(line)\n" }
      defer { state.showsProgress = false }
      return state.showsProgress
    }
    write((hadProgress ? "\r\u{1b}[K" : "") + "\(line)\n")
  }

  /// Shows progress in place of the last line.
  ///
  /// A wrapped line could not be overwritten: parts that do not fit are left out, from the last
  /// one.
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

  /// Removes the line of progress, if there is one.
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
