import CApus

/// `apus`: the tool, which knows no command yet.
@main
enum Tool {
  /// How the tool ends; the numbers are part of what scripts may rely on.
  enum ExitStatus: Int32 {
    case success = 0
    case usage = 2
  }

  static func main() {
    switch CommandLine.arguments.dropFirst().first {
    case "--version":
      print("apus, unreleased")
    case "--help", nil:
      print("usage: apus --version | --help\nThere are no commands yet.")
    case let word?:
      print("apus: there is no command \"\(word)\" yet")
      apus_exit(ExitStatus.usage.rawValue)
    }
  }
}
