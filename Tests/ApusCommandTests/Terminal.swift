/// A visible terminal: tmux, in which a command runs.
enum Terminal {
  /// A Boolean value that indicates whether tmux is installed and starts.
  static let isThere =
    (try? RunningTool("tmux -S ./t -f /dev/null new-session -d true"))?.status == 0

  /// Returns the screen when it has some words, with escape sequences for colours.
  ///
  /// In the command `$tool` is the program. Without a command to show, colours are kept.
  static func screen(
    of line: String, shownAs command: String? = nil, columnCount: Int, until words: String = "[exit"
  ) async throws -> String {
    let title = command.map { "printf '$ %s\\n' '\($0)'\n" } ?? ""
    let script = "\(title)\(line)\nprintf '[exit %s]\\n' $?\nsleep 1000\n"
    let folder = try TrialFolder(["script": Array(script.utf8)])
    let capture = "tmux -S ./t capture-pane -p" + (command == nil ? " -e" : "")
    let run = try await RunningTool.run(
      "export tool LC_ALL=C.UTF-8; unset NO_COLOR COLUMNS; "
        + "tmux -u -S ./t -f /dev/null new-session -d -x \(columnCount) -y 40 'sh ./script'; "
        + "for i in $(seq 3000); do \(capture) | grep -qF '\(words)' && break; sleep 0.1; done; "
        + "\(capture); tmux -S ./t kill-server",
      in: folder)
    return run.output
  }
}
