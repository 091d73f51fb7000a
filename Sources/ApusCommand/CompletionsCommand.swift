/// The command `apus completions`, which prints a script that completes the words of the tool in a
/// shell.
struct CompletionsCommand: Command {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let name = "completions"
  static let operands = "bash|zsh|fish"
  static let summary = "prints a shell script that completes the commands and options of apus"
  static let details = [
    "In bash, type source <(apus completions bash). In zsh, save the script as a file _apus",
    "in a folder of fpath. In fish, save the script as the file",
    "~/.config/fish/completions/apus.fish.",
  ]
  static let examples = [
    "apus completions bash >/etc/bash_completion.d/apus",
    "apus completions fish >~/.config/fish/completions/apus.fish",
  ]
  static let statuses: [ExitStatus] = [.unreadable]
  static let options: [Option] = []

  private let shell: Shell

  init(_ arguments: Arguments) throws(UsageError) {
    let word = try arguments.onlyOperand(Self.operands)
    guard let shell = word.text.flatMap({ Shell(rawValue: $0) }) else {
      throw .unknownCommand("\(word)", known: Shell.allCases.map(\.rawValue))
    }
    self.shell = shell
  }

  func run(_ console: inout Console) async -> ExitStatus {
    let completions = Completions()
    switch shell {
    case .bash: console.print(completions.bash)
    case .zsh: console.print(completions.zsh)
    case .fish: console.print(completions.fish)
    }
    return .success
  }
}
