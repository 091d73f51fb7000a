import ApusBytes
import ApusNet
import ApusX509

/// What a command learns of the world beside its arguments, and what it says in the end.
struct Console {
  /// Whether what is said goes to a terminal.
  let isTerminal: Bool
  /// When the command runs.
  let now: X509.Moment
  /// What is for standard output.
  private(set) var output = ""
  /// What is for standard error.
  private(set) var complaints = ""

  init(isTerminal: Bool, now: X509.Moment) {
    self.isTerminal = isTerminal
    self.now = now
  }

  /// Says a text, and ends its last line.
  mutating func print(_ text: String) {
    output += text
    if !text.utf8.isEmpty, text.utf8.last != 0x0a { output += "\n" }
  }

  /// Says on standard error what is wrong or left out.
  mutating func complain(_ text: String) {
    complaints += "apus: \(text)\n"
  }

  /// How many bytes a file may have.
  static let fileByteLimit = 256 << 20

  /// The bytes of a file, or of standard input where the path is `-`.
  func contents(of path: String) throws(SystemError) -> [UInt8] {
    try Files.contents(of: path == "-" ? "/dev/stdin" : path, limit: Self.fileByteLimit)
  }

  /// A path as it is shown, with what a terminal might obey escaped.
  static func shown(_ path: String) -> String {
    path == "-" ? "standard input" : ForeignText.escaped(path.utf8, limit: 4096)
  }
}
