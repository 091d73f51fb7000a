import ApusBytes
import ApusNet
import ApusX509

/// The input, the output and the environment of a command.
struct Console {
  /// The flags that indicate whether standard output and standard error are terminals.
  struct Terminals {
    var output = false
    var errors = false
    /// The number of columns that the terminal reports.
    var columnCount: Int?
  }

  /// The flags that indicate whether standard output and standard error are terminals.
  let terminals: Terminals
  /// The current time, which a test can set.
  let now: UnixTime
  /// A closure that returns the value of an environment variable.
  let environment: @Sendable (String) -> String?
  /// A Boolean value that indicates whether the output is written immediately instead of being
  /// collected for a test.
  private let isLive: Bool
  /// The bytes for standard output that have not been written yet.
  private(set) var pending: [UInt8] = []
  /// A Boolean value that indicates whether the progress of transfers is hidden.
  var isSilent = false
  /// Standard error, which receives errors, warnings and progress.
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

  /// The collected standard output as text.
  var output: String { String(decoding: pending, as: UTF8.self) }

  /// A Boolean value that indicates whether standard output is a terminal.
  var isTerminal: Bool { terminals.output }

  /// A Boolean value that indicates whether standard output is a terminal that shows colours.
  ///
  /// Colours are disabled if the variable `NO_COLOR` is not empty or if the terminal's type is
  /// `dumb`.
  var showsColour: Bool { terminals.output && allowsColour }

  /// A Boolean value that indicates whether standard error is a terminal that shows colours.
  var showsColourOfErrors: Bool { terminals.errors && allowsColour }

  private var allowsColour: Bool {
    let isForbidden = environment("NO_COLOR").map { !$0.utf8.isEmpty } ?? false
    return !isForbidden && !isDumb
  }

  /// A Boolean value that indicates whether the tool can prompt the user for a password.
  var mayAsk: Bool { isLive && terminals.errors }

  /// A Boolean value that indicates whether the tool shows progress in a line on standard error.
  var showsProgress: Bool { terminals.errors && !isDumb && !isSilent }

  private var isDumb: Bool { environment("TERM") == "dumb" }

  /// The number of columns of the terminal. The variable `COLUMNS` takes precedence over the
  /// terminal's report, and the default is 80.
  var columnCount: Int {
    let given = environment("COLUMNS").flatMap { $0.utf8.count <= 4 ? Int($0) : nil }
    return [given, terminals.columnCount].compactMap(\.self).first { 20...1000 ~= $0 } ?? 80
  }

  /// Prints a text whose lines are wrapped to the width of the terminal, or to 100 columns without
  /// a terminal.
  mutating func printWrapped(_ text: String) {
    print(WrappedText.wrapped(text, columnCount: terminals.output ? columnCount : 100))
  }

  /// Prints the lines of a result. On a terminal the lines are wrapped between words.
  mutating func printLines(_ text: String) {
    let count = columnCount
    print(terminals.output ? WrappedText.wrapped(text, columnCount: count, hang: 2) : text)
  }

  /// Prints a text and adds a line end if the text has none.
  mutating func print(_ text: String) {
    pending += Array(text.utf8)
    if !text.utf8.isEmpty, text.utf8.last != 0x0a { pending.append(0x0a) }
  }

  /// Prints an error or a warning to standard error.
  func complain(_ text: String) {
    let line = "apus: \(text)"
    note(terminals.errors ? WrappedText.wrapped(line, columnCount: columnCount, hang: 2) : line)
  }

  /// Prints a line to standard error.
  func note(_ line: String) { errors.note(line) }

  /// Writes received bytes to standard output. Control characters are escaped if standard output is
  /// a terminal.
  mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    pending += terminals.output ? Array(terminalText.shown(bytes).utf8) : bytes
    try flush()
  }

  /// Writes received bytes to standard output until a deadline, because the reader of a pipe may
  /// block.
  mutating func write(_ bytes: [UInt8], until deadline: Deadline) async throws {
    guard isLive, deadline != .never else { return try write(bytes) }
    let shown = terminals.output ? Array(terminalText.shown(bytes).utf8) : bytes
    let all = pending + shown
    pending = []
    try await BlockingPool.shared.run(until: deadline, on: .shared()) {
      Result { () throws(SystemError) in try Files.write(all, toDescriptor: 1) }
    }.get()
  }

  /// Ends the output of received bytes, and adds a line break on a terminal.
  mutating func finishWriting() throws(SystemError) {
    guard terminals.output else { return }
    let (text, endsLine) = terminalText.finish()
    pending += Array(text.utf8) + (endsLine ? [] : [0x0a])
    try flush()
  }

  /// Writes the pending output to standard output unless a test collects the output.
  mutating func flush() throws(SystemError) {
    guard isLive else { return }
    let bytes = pending
    pending = []
    try Files.write(bytes, toDescriptor: 1)
  }

  /// The maximum number of bytes of an input file.
  static let fileByteLimit = 256 << 20

  /// Returns the bytes of an input file. The path `-` means standard input.
  func contents(of path: FilePath) throws(SystemError) -> [UInt8] {
    // The read of a named pipe may wait without end, and the user can interrupt it.
    try Files.contents(
      of: path == "-" ? "/dev/stdin" : path, limit: Self.fileByteLimit, mayWait: true)
  }

  /// Returns the text of a path with escaped control characters.
  static func shown(_ path: FilePath) -> String { shown(path.description) }

  /// Returns the text of a path with escaped control characters for output.
  static func shown(_ path: String) -> String {
    path == "-" ? "standard input" : ForeignText.escaped(path.utf8, limit: 4096)
  }
}
