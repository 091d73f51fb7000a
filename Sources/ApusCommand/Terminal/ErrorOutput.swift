import ApusNet

/// The standard error stream, which consists of lines and of a progress line that is overwritten.
///
/// A command and the progress of its request share standard error. A test collects the output
/// instead of writing it.
final class ErrorOutput: Sendable {
  private struct State {
    var held = ""
    var showsProgress = false
  }

  private let isLive: Bool
  private let state = Lock(State())

  init(isLive: Bool) { self.isLive = isLive }

  /// The standard error output that a test has collected.
  var held: String { state.withLock(\.held) }

  /// Prints a line to standard error, which replaces a visible progress line.
  func note(_ line: String) {
    // The replaced progress line may be longer than the new line.
    let hadProgress = state.withLock { state in
      if !isLive { state.held += "\(line)\n" }
      defer { state.showsProgress = false }
      return state.showsProgress
    }
    write((hadProgress ? "\r\u{1b}[K" : "") + "\(line)\n")
  }

  /// Shows a progress line in place of the last progress line.
  ///
  /// A wrapped line could not be overwritten. The tool therefore omits the parts that do not fit,
  /// beginning with the last part.
  func showProgress(_ text: String, columnCount: Int) {
    state.withLock { $0.showsProgress = true }
    write("\r\(Self.fitted(text, columnCount: columnCount))\u{1b}[K")
  }

  /// Returns as many fields of a progress line as fit into the columns, or the start of the first
  /// field.
  ///
  /// The last column stays empty, because some terminals wrap the line when the last column is
  /// written.
  static func fitted(_ text: String, columnCount: Int) -> String {
    var fitted = ""
    for part in text.parts(around: ", ") {
      let longer = fitted.utf8.isEmpty ? String(part) : "\(fitted), \(part)"
      guard longer.utf8.count < columnCount else { break }
      fitted = longer
    }
    return fitted.utf8.isEmpty ? String(text.unicodeScalars.prefix(columnCount - 1)) : fitted
  }

  /// Removes the progress line from the terminal, if there is a progress line.
  func endProgress() {
    let hadProgress = state.withLock { state in
      defer { state.showsProgress = false }
      return state.showsProgress
    }
    if hadProgress { write("\r\u{1b}[K") }
  }

  private func write(_ text: String) {
    guard isLive else { return }
    // If writing to standard error fails, the tool has no other way to report an error.
    try? Files.write(Array(text.utf8), toDescriptor: 2)
  }
}
