import Testing

@testable import ApusCommand

/// How the tool ends is a promise to scripts.
@Suite struct ToolTests {
  @Test func `the numbers of the exit statuses stay what they are`() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 130])
  }

  @Test func `help names every command and every exit status`() async {
    for trial in [await Trial(), await Trial("--help"), await Trial("cert", "--help")] {
      #expect(trial.status == .success && trial.complaints.isEmpty)
      let isOfCertificates = trial.output.contains("usage: apus cert")
      for command in isOfCertificates ? Tool.commands : Tool.requests {
        #expect(trial.output.contains("  \(command.name) "))
      }
      for status in ExitStatus.allCases {
        #expect(trial.output.contains("  \(status.rawValue) "))
        #expect(trial.output.contains("  \(status.meaning)"))
      }
    }
    #expect(await Trial("cert").status == .usage)
  }

  @Test(arguments: (Tool.requests + Tool.commands).map { $0.path })
  func `each command helps with itself, and refuses what it does not know`(
    _ path: String
  ) async throws {
    let command = try #require((Tool.requests + Tool.commands).first { $0.path == path })
    let words = path.split(separator: " ").map { String($0) }
    let help = await Trial(words + ["--help"])
    #expect(help.status == .success)
    for option in command.options { #expect(help.output.contains("  \(option.usage)  ")) }
    #expect(help.output.contains("exit status:"))
    let wrong = await Trial(words + ["--no-such-option"])
    #expect(wrong.status == .usage && wrong.output.isEmpty && !wrong.complaints.isEmpty)
  }

  @Test func `an unknown word is a mistake of usage`() async {
    #expect(await Trial("cert", "inspekt").status == .usage)
    #expect(await Trial("inspect").status == .usage)
    #expect(await Trial("--version").output.hasPrefix("apus"))
  }

  @Test(arguments: [
    ["inspect"], ["chain"], ["pins"], ["asn1"], ["diff"], ["lint"], ["scan"],
    ["verify", "--host=a.example"],
  ])
  func `a file that is not there is unreadable to each command`(_ words: [String]) async {
    let missing = Trial.fixture("no-such-file.pem")
    let operands = words[0] == "diff" ? [missing, missing] : [missing]
    let trial = await Trial(["cert"] + words + operands)
    #expect(trial.status == .unreadable)
    #expect(trial.complaints.contains("no-such-file.pem"))
  }
}
