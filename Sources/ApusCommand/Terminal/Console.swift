import ApusBytes
import ApusNet
import ApusX509

/// What a command learns of the world beside its arguments, and what it says.
struct Console {
  /// What standard output and standard error lead to.
  struct Terminals {
    var output = false
    var errors = false
    /// How many columns it says that it has.
    var columnCount: Int?
  }

  /// Whether what is said, and what is complained, goes to a terminal.
  let terminals: Terminals
  /// When the command runs.
  let now: UnixTime
  /// What the variables of the environment are.
  let environment: @Sendable (String) -> String?
  /// Whether what is written goes out at once, and is not held for a test to look at.
  private let isLive: Bool
  /// What is for standard output and was not written yet.
  private(set) var pending: [UInt8] = []
  /// Whether no progress is shown.
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

  /// What was said, as text.
  var output: String { String(decoding: pending, as: UTF8.self) }

  /// Whether what is said goes to a terminal.
  var isTerminal: Bool { terminals.output }

  /// Whether a terminal is there that obeys escape sequences, and is to be shown colours.
  ///
  /// A variable `NO_COLOR` that is not empty asks for none, and a terminal called dumb has none.
  var showsColour: Bool { terminals.output && allowsColour }

  /// Whether standard error is a terminal that is to be shown colours.
  var showsColourOfErrors: Bool { terminals.errors && allowsColour }

  private var allowsColour: Bool {
    let isForbidden = environment("NO_COLOR").map { !$0.utf8.isEmpty } ?? false
    return !isForbidden && !isDumb
  }

  /// Whether a person can be asked for a password.
  var mayAsk: Bool { isLive && terminals.errors }

  /// Whether standard error is a terminal on which a line can be written over.
  var showsProgress: Bool { terminals.errors && !isDumb && !isSilent }

  private var isDumb: Bool { environment("TERM") == "dumb" }

  /// How many columns a terminal has: as many as `COLUMNS` or the terminal says, else 80.
  var columnCount: Int {
    let given = environment("COLUMNS").flatMap { $0.utf8.count <= 4 ? Int($0) : nil }
    return [given, terminals.columnCount].compactMap(\.self).first { 20...1000 ~= $0 } ?? 80
  }

  /// Says a text of words, whose lines are wrapped to a terminal's width, or to 100 columns.
  mutating func printWrapped(_ text: String) {
    print(WrappedText.wrapped(text, columnCount: terminals.output ? columnCount : 100))
  }

  /// Says the lines of a result; on a terminal they are wrapped between words.
  mutating func printLines(_ text: String) {
    let count = columnCount
    print(terminals.output ? WrappedText.wrapped(text, columnCount: count, hang: 2) : text)
  }

  /// Says a text, and ends its last line.
  mutating func print(_ text: String) {
    pending += Array(text.utf8)
    if !text.utf8.isEmpty, text.utf8.last != 0x0a { pending.append(0x0a) }
  }

  /// Says on standard error what is wrong or left out.
  func complain(_ text: String) {
    let line = "apus: \(text)"
    note(terminals.errors ? WrappedText.wrapped(line, columnCount: columnCount, hang: 2) : line)
  }

  /// Says a line on standard error.
  func note(_ line: String) { errors.note(line) }

  /// Writes bytes from outside to standard output; on a terminal nothing of them is obeyed.
  mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    pending += terminals.output ? Array(terminalText.shown(bytes).utf8) : bytes
    try flush()
  }

  /// Writes bytes as `write` does, and gives up when a deadline comes: a reader may take nothing.
  mutating func write(_ bytes: [UInt8], until deadline: Deadline) async throws {
    guard isLive, deadline != .never else { return try write(bytes) }
    let shown = terminals.output ? Array(terminalText.shown(bytes).utf8) : bytes
    let all = pending + shown
    pending = []
    try await BlockingPool.shared.run(until: deadline, on: .shared()) {
      Result { () throws(SystemError) in try Files.write(all, toDescriptor: 1) }
    }.get()
  }

  /// Ends what `write` was given, and begins another line on a terminal.
  mutating func finishWriting() throws(SystemError) {
    guard terminals.output else { return }
    let (text, endsLine) = terminalText.finish()
    pending += Array(text.utf8) + (endsLine ? [] : [0x0a])
    try flush()
  }

  /// Writes what has been said, unless that is held.
  mutating func flush() throws(SystemError) {
    guard isLive else { return }
    let bytes = pending
    pending = []
    try Files.write(bytes, toDescriptor: 1)
  }

  /// How many bytes a file may have.
  static let fileByteLimit = 256 << 20

  /// The bytes of a file, or of standard input where the path is `-`.
  func contents(of path: FilePath) throws(SystemError) -> [UInt8] {
    // The user of a named pipe can end the wait for it.
    try Files.contents(
      of: path == "-" ? "/dev/stdin" : path, limit: Self.fileByteLimit, mayWait: true)
  }

  /// A path as it is shown, with what a terminal might obey escaped.
  static func shown(_ path: FilePath) -> String { shown(path.description) }

  /// The text of a path as it is shown.
  static func shown(_ path: String) -> String {
    path == "-" ? "standard input" : ForeignText.escaped(path.utf8, limit: 4096)
  }
}
