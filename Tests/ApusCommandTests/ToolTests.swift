import Testing

@testable import ApusCommand

/// How the tool ends is a promise to scripts.
@Suite struct ToolTests {
  @Test func `the numbers of the exit statuses stay what they are`() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3])
  }

  @Test func `help names every command and every exit status`() {
    for trial in [Trial(), Trial("--help"), Trial("cert", "--help")] {
      #expect(trial.status == .success && trial.complaints.isEmpty)
      for command in Tool.commands { #expect(trial.output.contains("  \(command.name) ")) }
      for status in ExitStatus.allCases {
        #expect(trial.output.contains("  \(status.rawValue)  \(status.meaning)"))
      }
    }
    #expect(Trial("cert").status == .usage)
  }

  @Test(arguments: Tool.commands.map { $0.name })
  func `each command helps with itself, and refuses what it does not know`(_ name: String) throws {
    let command = try #require(Tool.commands.first { $0.name == name })
    let help = Trial("cert", name, "--help")
    #expect(help.status == .success)
    for option in command.options { #expect(help.output.contains("  \(option.usage)  ")) }
    #expect(help.output.contains("exit status:"))
    let wrong = Trial("cert", name, "--no-such-option")
    #expect(wrong.status == .usage && wrong.output.isEmpty && !wrong.complaints.isEmpty)
  }

  @Test func `an unknown word is a mistake of usage`() {
    #expect(Trial("cert", "inspekt").status == .usage)
    #expect(Trial("inspect").status == .usage)
    #expect(Trial("--version").output.hasPrefix("apus"))
  }

  @Test(arguments: [
    ["inspect"], ["chain"], ["pins"], ["asn1"], ["diff"], ["lint"], ["scan"],
    ["verify", "--host=a.example"],
  ])
  func `a file that is not there is unreadable to each command`(_ words: [String]) {
    let missing = Trial.fixture("no-such-file.pem")
    let operands = words[0] == "diff" ? [missing, missing] : [missing]
    let trial = Trial(["cert"] + words + operands)
    #expect(trial.status == .unreadable)
    #expect(trial.complaints.contains("no-such-file.pem"))
  }
}
