import ApusNet
import TestSupport
import Testing

@testable import ApusCommand

/// The screens of the certificate commands, which are stored as text. `Fixtures/screens/make.sh`
/// writes the screens again.
@Suite(
  .ownThread, .timeLimit(.minutes(5)),
  .enabled(if: ScreenProgram.isThere || Corpus.isStrict, "there is no terminal of util-linux here"))
struct CertificateScreensTests {
  /// The names of the screens, with the words of each command.
  private static let commands: [(name: String, words: String)] = {
    let bytes = (try? Files.contents(of: Trial.fixture("screens/commands.txt"))) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return (String(parts[0]), String(parts.last ?? ""))
    }
  }()

  @Test(arguments: [80, 40])
  func `the screens of the certificate commands are the stored screens`(columnCount: Int) throws {
    #expect(Self.commands.count >= 20)
    for (name, words) in Self.commands {
      let file = "screens/\(name)-\(columnCount).txt"
      let wanted = String(decoding: try Files.contents(of: Trial.fixture(file)), as: UTF8.self)
      let run = try RunningTool(
        "sh '\(Trial.fixture("screens/show.sh"))' \"$tool\" \(columnCount) \(words)")
      #expect(run.output == wanted, "\(file)")
    }
  }

  @Test func `each certificate command that reads files has a screen`() {
    let shown = Set(Self.commands.compactMap { $0.words.split(separator: " ").dropFirst().first })
    // These commands make files.
    let makers: Set = ["convert", "request", "self-signed", "authority"]
    for command in Tool.commands where !makers.contains(command.name) {
      #expect(shown.contains(command.name[...]), "\(command.name)")
    }
  }
}

/// The programs that show a command in a terminal with a number of columns.
private enum ScreenProgram {
  static let isThere = (try? RunningTool("command -v script && command -v stty"))?.status == 0
}
