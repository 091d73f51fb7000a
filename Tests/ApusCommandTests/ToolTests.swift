import Testing

@testable import ApusCommand

/// The exit status is a promise to scripts.
@Suite struct ToolTests {
  @Test func `the numeric exit statuses of apus do not change between versions`() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130])
  }

  @Test func `the help lists every command and every exit status`() async {
    for trial in [await Trial(), await Trial("--help"), await Trial("cert", "--help")] {
      #expect(trial.status == .success && trial.complaints.isEmpty)
      let isOfCertificates = trial.output.contains("usage: apus cert")
      for command in isOfCertificates ? Tool.commands : Tool.requests {
        #expect(trial.output.contains("  \(command.name) "))
      }
      for status in ExitStatus.allCases
      where !isOfCertificates || ![.trust, .status, .answer, .interrupted].contains(status) {
        #expect(trial.output.contains("  \(status.rawValue) "))
        #expect(trial.output.contains("  \(status.meaning)"))
      }
    }
    #expect(await Trial("cert").status == .usage)
  }

  @Test(arguments: (Tool.requests + Tool.commands).map { $0.path })
  func `each command has a help text and rejects unknown options`(
    _ path: String
  ) async throws {
    let command = try #require((Tool.requests + Tool.commands).first { $0.path == path })
    let words = path.split(separator: " ").map { String($0) }
    let help = await Trial(words + ["--help"])
    #expect(help.status == .success)
    for option in command.options { #expect(help.output.contains("  \(option.usage)  ")) }
    #expect(command.examples.count == 2)
    for example in command.examples {
      #expect(help.output.contains("  \(example)\n"))
      #expect(example.hasPrefix("apus \(path)"))
    }
    #expect(help.output.contains("exit status:"))
    let numbers = help.output.split(separator: "exit status:").last?.split(separator: "\n")
      .compactMap { Int32($0.split(separator: " ").first ?? "") }
    #expect(numbers == Help.statuses(of: command).map(\.rawValue))
    let wrong = await Trial(words + ["--no-such-option"])
    #expect(wrong.status == .usage && wrong.output.isEmpty && !wrong.complaints.isEmpty)
  }

  @Test func `the help of a command lists only exit statuses that the command can have`() async {
    let scan = await Trial("cert", "scan", "--help").output
    #expect(scan.contains("\n  11  ") && !scan.contains("\n  7  "))
    let convert = await Trial("cert", "convert", "--help").output
    #expect(convert.contains("\n  3   ") && !convert.contains("\n  6   "))
    let get = await Trial("get", "--help").output
    #expect(get.contains("\n  7    ") && !get.contains("\n  11  "))
    #expect(get.contains("\n  1    the content of the response is not text"))
    #expect(scan.contains("\n  1    a certificate has expired, or expires within the time limit"))
    let head = await Trial("head", "--help").output
    #expect(!head.contains("\n  1    ") && !head.contains("A complete download replaces"))
    #expect(await Trial("demo", "--help").output.contains("\n  130  "))
  }

  @Test func `the help of apus lists the HTTP methods and the default timeouts`() async {
    let overview = await Trial("--help").output
    for word in ["GET", "POST", "JSON", "PUT", "PATCH", "DELETE", "HEAD"] {
      #expect(overview.contains(word), "\(word)")
    }
    let get = await Trial("get", "--help").output
    let words = get.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("connection 10 s") && words.contains("first byte 60 s"))
    #expect(!(await Trial("head", "--help").output.contains("--output")))
  }

  @Test func `help texts and error messages are wrapped to the width of a terminal`() async {
    let help = await Trial(
      ["get", "--help"], isTerminal: true, environment: ["COLUMNS": "60"])
    let lines = help.output.split(separator: "\n")
    let isWord = { (line: Substring) in line.split(separator: " ").count == 1 }
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 60 || isWord($0) })
    let wide = await Trial("get", "--help").output.split(separator: "\n")
    #expect(wide.count < lines.count)
    // Only white space differs.
    #expect(
      wide.joined(separator: " ").split(separator: " ")
        == lines.joined(separator: " ").split(separator: " "))
    let wrong = await Trial(
      ["get", "--help-me"], isTerminal: true, environment: ["COLUMNS": "40"])
    #expect(wrong.complaints.split(separator: "\n").count > 3)
    #expect(await Trial("get", "--help-me").complaints.split(separator: "\n").count == 1)
  }

  @Test func `an unknown command of apus is a usage error`() async {
    #expect(await Trial("cert", "inspekt").status == .usage)
    #expect(await Trial("inspect").status == .usage)
    #expect(await Trial("--version").output.hasPrefix("apus"))
  }

  @Test(arguments: [
    ["inspect"], ["chain"], ["pins"], ["asn1"], ["diff"], ["lint"], ["scan"],
    ["matches", Trial.server], ["verify", "--host=a.example"],
  ])
  func `each certificate command reports a missing file as unreadable`(_ words: [String]) async {
    let missing = Trial.fixture("no-such-file.pem")
    let operands = words[0] == "diff" ? [missing, missing] : [missing]
    let trial = await Trial(["cert"] + words + operands)
    #expect(trial.status == .unreadable)
    // The path is printed once for each operand.
    let count = words[0] == "diff" ? 1 : operands.count
    #expect(trial.complaints.split(separator: "no-such-file.pem").count == count + 1)
  }
}
