import ApusNet
import Testing

/// The commands of the workflows and of the contributors' page name things that are there.
@Suite struct WorkflowsTests {
  private let workflows = ".github/workflows"

  /// Programs that the images of the workflows have, besides the toolchain.
  private let installed: Set = ["apt-get", "git"]

  @Test func `each command of a CI workflow exists in the repository`() throws {
    let names = try Files.names(in: House.root + "/" + workflows)
    #expect(names.count >= 2)
    for name in names {
      let lines = try commandLines(ofWorkflow: try contents(of: "\(workflows)/\(name)"))
      #expect(!lines.isEmpty, "\(name)")
      for line in lines { #expect(try fault(of: line) == nil, "\(name): \(line)") }
    }
  }

  @Test func `each command in CONTRIBUTING.md exists in the repository`() throws {
    let page = try contents(of: ".github/CONTRIBUTING.md")
    let block = try #require(page.split(separator: "```sh\n").dropFirst().first)
    let commands = try #require(block.split(separator: "```").first).split(separator: "\n")
    #expect(commands.count == 3)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix("` |") }
      .compactMap { $0.split(separator: "`").dropLast().last }
    #expect(rows.count >= 7)
    for line in commands + rows {
      #expect(try fault(of: String(line)) == nil, "\(line)")
    }
  }

  @Test(arguments: [
    ".ci/run format no_such_step", ".ci/no-such-file", "swift build --product no-such-product",
    "swift test && Tests/NoSuchFolder/run", "APUS_TESTS=NoSuchTests swift test",
    "no-such-program", "swift no-such-command", "swift run -c release no-such-product",
  ])
  func `a workflow command that does not exist in the repository is reported`(line: String) throws {
    #expect(try fault(of: line) != nil)
  }

  @Test func `several commands in one block of a CI workflow are read`() throws {
    let text = "  steps:\n    - run: |\n        swift build\n\n        swift test\n  - a: b\n"
    #expect(try commandLines(ofWorkflow: text) == ["swift build", "swift test"])
    #expect(try commandLines(ofWorkflow: "  - run: swift test\n    env:\n") == ["swift test"])
  }

  /// Returns the lines of shell in a workflow: the value of each `run`, in its line or as a block.
  private func commandLines(ofWorkflow text: String) throws -> [String] {
    var found: [String] = []
    var blockIndent: Int?
    for line in text.split(separator: "\n") {
      let words = line.drop { $0 == " " || $0 == "-" }
      let indent = line.count - words.count
      if let block = blockIndent {
        if indent > block {
          found.append(String(words))
          continue
        }
        blockIndent = nil
      }
      guard words.hasPrefix("run:") else { continue }
      let value = words.dropFirst(4).drop { $0 == " " }
      if value == "|" {
        blockIndent = indent
      } else {
        found.append(String(value))
      }
    }
    return found
  }

  /// Returns the first command of a line that is not in the repository, or nil.
  private func fault(of line: String) throws -> String? {
    for command in line.split(separator: "&&") {
      var words = command.split(separator: " ").map(String.init)
      while let first = words.first, first.contains("="), !first.hasPrefix("-") {
        words.removeFirst()
        let parts = first.split(separator: "=")
        guard parts[0] == "APUS_TESTS", let list = parts.last else { continue }
        for target in list.split(separator: ",") where !isFolder("Tests/\(target)") {
          return first
        }
      }
      guard let program = words.first else { return line }
      let arguments = Array(words.dropFirst())
      guard try exists(program, arguments) else { return String(command) }
    }
    return nil
  }

  private func exists(_ program: String, _ arguments: [String]) throws -> Bool {
    switch program {
    case "swift": return try isSwiftCommand(arguments)
    case ".ci/run":
      let script = try contents(of: program)
      return arguments.allSatisfy { step in
        step == "NAME…" || script.contains("\n\(step)() {")
      }
    case _ where installed.contains(program): return true
    default: return program.contains("/") && (try? contents(of: program)) != nil
    }
  }

  /// Returns whether the toolchain has a command, and the package each product that it names.
  private func isSwiftCommand(_ arguments: [String]) throws -> Bool {
    guard let command = arguments.first, ["build", "test", "run"].contains(command) else {
      return false
    }
    let manifest = try contents(of: "Package.swift")
    var products: [String] = []
    if let index = arguments.firstIndex(of: "--product") {
      products += arguments[(index + 1)...].prefix(1)
    }
    if command == "run" {
      let options = arguments.dropFirst().drop { $0.hasPrefix("-") || $0 == "release" }
      products += options.prefix(1)
    }
    return products.allSatisfy { manifest.contains("(name: \"\($0)\", targets:") }
  }

  private func isFolder(_ path: String) -> Bool { Files.isFolder(House.root + "/" + path) }

  private func contents(of path: String) throws -> String {
    String(decoding: try Files.contents(of: House.root + "/" + path), as: UTF8.self)
  }
}
