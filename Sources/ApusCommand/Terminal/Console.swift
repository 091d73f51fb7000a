import ApusBytes
import ApusNet
import ApusX509

/// The environment of a command besides its arguments, and its output.
struct Console {
  /// The terminals of standard output and standard error.
  struct Terminals {
    var output = false
    var errors = false
    /// The number of columns that it reports.
    var columnCount: Int?
  }

  /// The terminals of the output and of the messages.
  let terminals: Terminals
  /// The time when the command runs.
  let now: UnixTime
  /// A function that returns the value of an environment variable.
  let environment: @Sendable (String) -> String?
  /// A Boolean value that indicates whether output is written at once, and not kept for a test.
  private let isLive: Bool
  /// The bytes for standard output that were not written yet.
  private(set) var pending: [UInt8] = []
  /// A Boolean value that indicates whether no progress is shown.
  var isSilent = false
  /// The sink for errors, warnings and progress: standard error.
  let errors: ErrorOutput
  private var terminalText = TerminalText()

  init(
    terminals: Terminals = Terminals(), now: UnixTime, isLive: Bool = false,
    environment: @escaping @Sendable (String) -> String? = { ProcessEnvironment.value(of: $0) }
  ) {
    self.terminals = terminals
    self.now = now
    self.environment = environment
    self.isLive = isLive
    errors = ErrorOutput(isLive: isLive)
  }

  /// The output, as text.
  var output: String { String(decoding: pending, as: UTF8.self) }

  /// A Boolean value that indicates whether standard output is a terminal.
  var isTerminal: Bool { terminals.output }

  /// A Boolean value that indicates whether standard output is a terminal with colours.
  ///
  /// A variable `NO_COLOR` that is not empty disables colours, and so does a terminal called dumb.
  var showsColour: Bool { terminals.output && allowsColour }

  /// A Boolean value that indicates whether standard error is a terminal with colours.
  var showsColourOfErrors: Bool { terminals.errors && allowsColour }

  private var allowsColour: Bool {
    let isForbidden = environment("NO_COLOR").map { !$0.utf8.isEmpty } ?? false
    return !isForbidden && !isDumb
  }

  /// A Boolean value that indicates whether a person can be prompted for a password.
  var mayAsk: Bool { isLive && terminals.errors }

  /// A Boolean value that indicates whether a line on standard error can be overwritten.
  var showsProgress: Bool { terminals.errors && !isDumb && !isSilent }

  private var isDumb: Bool { environment("TERM") == "dumb" }

  /// The number of columns of the terminal: that of `COLUMNS` or of the terminal, or 80.
  var columnCount: Int {
    let given = environment("COLUMNS").flatMap { $0.utf8.count <= 4 ? Int($0) : nil }
    return [given, terminals.columnCount].compactMap(\.self).first { 20...1000 ~= $0 } ?? 80
  }

  /// Prints text whose lines are wrapped to a terminal's width, or to 100 columns.
  mutating func printWrapped(_ text: String) {
    print(WrappedText.wrapped(text, columnCount: terminals.output ? columnCount : 100))
  }

  /// Prints the lines of a result; on a terminal they are wrapped between words.
  mutating func printLines(_ text: String) {
    let count = columnCount
    print(terminals.output ? WrappedText.wrapped(text, columnCount: count, hang: 2) : text)
  }

  /// Prints a text, and ends its last line.
  mutating func print(_ text: String) {
    pending += Array(text.utf8)
    if !text.utf8.isEmpty, text.utf8.last != 0x0a { pending.append(0x0a) }
  }

  /// Prints an error or a warning on standard error.
  func complain(_ text: String) {
    let line = "apus: \(text)"
    note(terminals.errors ? WrappedText.wrapped(line, columnCount: columnCount, hang: 2) : line)
  }

  /// Prints a line on standard error.
  func note(_ line: String) { errors.note(line) }

  /// Writes received bytes to standard output; on a terminal their control characters are escaped.
  mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    pending += terminals.output ? Array(terminalText.shown(bytes).utf8) : bytes
    try flush()
  }

  /// Writes bytes like `write`, and stops at a deadline, because a reader may block.
  mutating func write(_ bytes: [UInt8], until deadline: Deadline) async throws {
    guard isLive, deadline != .never else { return try write(bytes) }
    let shown = terminals.output ? Array(terminalText.shown(bytes).utf8) : bytes
    let all = pending + shown
    pending = []
    try await BlockingPool.shared.run(until: deadline, on: .shared()) {
      Result { () throws(SystemError) in try Files.write(all, toDescriptor: 1) }
    }.get()
  }

  /// Ends the output of `write`, and begins another line on a terminal.
  mutating func finishWriting() throws(SystemError) {
    guard terminals.output else { return }
    let (text, endsLine) = terminalText.finish()
    pending += Array(text.utf8) + (endsLine ? [] : [0x0a])
    try flush()
  }

  /// Writes the pending output, unless it is kept.
  mutating func flush() throws(SystemError) {
    guard isLive else { return }
    let bytes = pending
    pending = []
    try Files.write(bytes, toDescriptor: 1)
  }

  /// The maximum number of bytes of a file.
  static let fileByteLimit = 256 << 20

  /// Returns the bytes of a file, or of standard input if the path is `-`.
  func contents(of path: FilePath) throws(SystemError) -> [UInt8] {
    // The user of a named pipe can end the wait for it.
    try Files.contents(
      of: path == "-" ? "/dev/stdin" : path, limit: Self.fileByteLimit, mayWait: true)
  }

  /// Returns a path with escaped control characters.
  static func shown(_ path: FilePath) -> String { shown(path.description) }

  /// Returns the text of a path for output.
  static func shown(_ path: String) -> String {
    path == "-" ? "standard input" : ForeignText.escaped(path.utf8, limit: 4096)
  }
}
