import TestSupport
import Testing

@testable import ApusCommand

/// Scripts for shells and the page for `man`, which are made of the table of options.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct CompletionsTests {
  private static let commands: [any Command.Type] = Tool.requests + Tool.commands

  /// The words that bash offers for the last one.
  private static func offered(_ words: String...) throws -> String {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let run = try RunningTool(
      "\"$tool\" completions bash >script; export line; bash -c 'source ./script; "
        + "COMP_WORDS=(\(line.replacing("'", with: "\""))); COMP_CWORD=\(words.count - 1); _apus; "
        + "echo ${COMPREPLY[@]}'")
    #expect(run.status == 0 && run.complaints.isEmpty, "\(run.complaints)")
    return String(run.output.dropLast())
  }

  @Test func `bash completes the commands, options and option values of apus`() throws {
    #expect(try Self.offered("apus", "pa") == "patch")
    #expect(try Self.offered("apus", "cert", "ins") == "inspect")
    #expect(try Self.offered("apus", "help", "rea") == "reach")
    #expect(try Self.offered("apus", "get", "--tim") == "--timeout --timing")
    #expect(try Self.offered("apus", "cert", "verify", "--expl") == "--explain")
    #expect(try Self.offered("apus", "get", "--color", "al") == "always")
    #expect(try Self.offered("apus", "get", "fi") == "")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a completion script has every command and option and is valid in its shell`(_ shell: String)
    throws
  {
    let run = try RunningTool("\"$tool\" completions \(shell)")
    #expect(run.status == 0)
    for command in Self.commands {
      #expect(run.output.contains(command.name))
      for option in command.options {
        #expect(run.output.contains(shell == "fish" ? "-l \(option.name)" : "--\(option.name)"))
      }
    }
    let check = try RunningTool(
      "command -v \(shell) || exit 77; \"$tool\" completions \(shell) >script; \(shell) -n ./script"
    )
    #expect(check.status == 0 || check.status == 77 && !Corpus.isStrict, "\(check.complaints)")
    #expect(check.complaints.isEmpty, "\(check.complaints)")
  }

  @Test func `the manual page has every command and option and is valid groff`() throws {
    let run = try RunningTool("\"$tool\" manual")
    let page = run.output.replacing("\\-", with: "-")
    for command in Self.commands {
      #expect(page.contains(".SS apus \(command.path)"))
      for option in command.options {
        let isThere = page.contains(".B \(option.usage.replacing("…", with: "..."))\n")
        #expect(isThere, "\(option.usage)")
      }
    }
    for status in ExitStatus.allCases { #expect(page.contains("\n\(status.rawValue)\n")) }
    let check = try RunningTool(
      "command -v groff || exit 77; \"$tool\" manual | groff -man -K utf8 -T utf8 -ww >page; "
        + "grep -c PROPFIND page")
    #expect(check.status == 0 || check.status == 77 && !Corpus.isStrict)
    #expect(check.complaints.isEmpty, "\(check.complaints)")
    let wrong = try RunningTool("\"$tool\" completions csh")
    #expect(wrong.status == 2 && wrong.complaints.contains("bash"))
  }
}
