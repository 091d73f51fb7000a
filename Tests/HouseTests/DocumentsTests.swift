import ApusNet
import Testing

/// What the documents say of the code is what the code does.
struct DocumentsTests {
  @Test func `the README's example is the program that is built`() throws {
    let program = try contents(of: "Fixtures/consumers/Sources/UsesApus/main.swift")
    #expect(try blocks(of: "swift", in: "README.md") == [program])
    #expect(program.split(separator: "\n").count <= 12)
  }

  @Test(arguments: [
    "swift test", "swift run -c release apus-benchmarks http",
    "swift run -c release apus-benchmarks crypto",
    "swift run -c release apus-benchmarks transport",
    "swift run apus cert inspect Fixtures/chains/private-server.pem",
    "swift run -c release apus demo",
  ])
  func `a command of the README installs what it needs`(command: String) throws {
    let lines = try blocks(of: "sh", in: "README.md")
      .map { $0.split(separator: "\n") }
      .filter { $0.contains { $0 == command } }
    let block = try #require(lines.first)
    #expect(lines.count == 1)
    #expect(block.count == 2 && block[1] == command)
    #expect(block[0].split(separator: " ").contains("zlib1g-dev"))
  }

  @Test func `the README's plan has every module on its floor`() throws {
    let plan = try #require(try blocks(of: "", in: "README.md").first)
    var floor: Int?
    var floors: [String: Int] = [:]
    for line in plan.split(separator: "\n") {
      let words = line.split(separator: " ")
      floor = words.first.flatMap { Int($0) } ?? floor
      for word in words { floors[String(word)] = floor }
    }
    for module in try House.here.get().floors.modules {
      #expect(floors[module.name] == module.floor + 1, "\(module.name)")
    }
  }

  @Test func `each consumer has one import and few lines`() throws {
    let folder = "Fixtures/consumers/Sources"
    let names = try Files.names(in: House.root + "/" + folder)
    #expect(names.count == 7)
    for name in names {
      let lines = try contents(of: "\(folder)/\(name)/main.swift").split(separator: "\n")
      #expect(
        lines.filter { $0.utf8.starts(with: "import ".utf8) } == ["import \(name.dropFirst(4))"])
      #expect(lines.count <= 12, "\(name)")
    }
  }

  private func contents(of path: String) throws -> String {
    String(decoding: try Files.contents(of: House.root + "/" + path), as: UTF8.self)
  }

  /// The fenced blocks of a language in a document.
  private func blocks(of language: String, in path: String) throws -> [String] {
    var blocks: [String] = []
    var open: (language: Substring, text: String)?
    for line in try contents(of: path).split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.utf8.starts(with: "```".utf8) else {
        open?.text += line + "\n"
        continue
      }
      if let block = open {
        if block.language == language { blocks.append(block.text) }
        open = nil
      } else {
        open = (line.dropFirst(3), "")
      }
    }
    return blocks
  }
}
