import ApusNet
import Testing

/// Comparisons of the documents with the code.
struct DocumentsTests {
  @Test func `the example program in the README is compiled`() throws {
    let program = try contents(of: "Fixtures/consumers/Sources/UsesApus/main.swift")
    #expect(try blocks(of: "swift", in: "README.md") == [program])
    #expect(program.split(separator: "\n").count <= 12)
  }

  @Test(arguments: [
    "swift test", "swift run -c release apus-benchmarks",
    "swift run apus cert inspect Fixtures/chains/private-server.pem",
    "swift run -c release apus demo",
  ])
  func `a documented command follows the installation of its requirements`(
    command: String
  ) throws {
    let lines = try (blocks(of: "sh", in: "README.md") + blocks(of: "sh", in: measuring))
      .map { $0.split(separator: "\n") }
      .filter { $0.contains { $0 == command } }
    let block = try #require(lines.first)
    #expect(lines.count == 1)
    #expect(block.count == 2 && block[1] == command)
    #expect(block[0].split(separator: " ").contains("zlib1g-dev"))
  }

  @Test func `all Swift code in the articles is part of a test`() throws {
    let articles = try House.here.get().files.map(\.path)
      .filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".md") }
    let code = try articles.flatMap { try blocks(of: "swift", in: $0) }
    let files =
      try names(in: "Tests/ApusTests/Snippets", ending: ".swift") + adapterSnippets() + [
        "Tests/ApusSessionTests/Interceptors/ExampleInterceptors.swift",
        "Tests/ApusSessionTests/Interceptors/RecipeExamples.swift",
        "Tests/ApusSessionTests/Monitoring/MonitoringExamples.swift",
        "Tests/ApusImagesTests/ImageSnippets.swift",
        "Tests/ApusX509Tests/CertificateSnippets.swift",
        "Tests/MainActorTests/MainActorTests.swift",
      ]
    let folder = "Fixtures/consumers/Sources"
    let programs = try Files.names(in: House.root + "/" + folder)
      .map { try contents(of: "\(folder)/\($0)/main.swift") }
    let tested = try files.flatMap { try snippets(in: $0) }
    #expect(tested.count >= 25 && Set(tested).count == tested.count)
    for snippet in tested { #expect(code.count { $0 == snippet } == 1, "\(snippet)") }
    // A test of its module compares the code of this page.
    let others = try blocks(of: "swift", in: "Sources/ApusCaching/ApusCaching.docc/ApusCaching.md")
    for block in code where !tested.contains(block) && !others.contains(block) {
      #expect(programs.contains(block), "\(block)")
    }
  }

  @Test func `the article about errors lists every error code once`() throws {
    let members = try contents(of: "Sources/ApusSession/Errors/Code.swift").split(separator: "\n")
      .compactMap { line -> Substring? in
        guard line.hasPrefix("  public static let ") else { return nil }
        return line.dropFirst("  public static let ".count).split(separator: " ").first
      }
    let article = try contents(of: "Sources/Apus/Apus.docc/Errors.md").split(separator: "\n")
    let rows = article.drop { $0 != "## Codes" }.filter { $0.hasPrefix("| `") }
    let listed = rows.flatMap { row in
      (row.split(separator: "|").first ?? "").split(separator: "`").filter { $0.hasPrefix(".") }
        .map { $0.dropFirst() }
    }
    #expect(members.count > 40)
    #expect(listed.sorted() == (members + ["status(404)"]).sorted())
  }

  @Test func `each example in the article about requests shows the requests that it sends`() throws
  {
    let article = "Sources/Apus/Apus.docc/Requests.md"
    let wire = try blocks(of: "http", in: article)
    #expect(try blocks(of: "swift", in: article).count == wire.count)
    // The tests of the examples compare these texts with the received requests.
    let tests = try contents(of: "Tests/ApusTests/Snippets/RequestSnippets.swift")
      .split(separator: "\"\n      + \"").joined()
    for line in wire.joined().split(separator: "\n") {
      #expect(tests.contains("\"\(line)\""), "\(line)")
    }
  }

  @Test func `the listed replacements for calls of other HTTP clients are tested`() throws {
    let tests = try contents(of: "Tests/ApusTests/Snippets/ComingFromSnippets.swift")
    let rows = try contents(of: "Sources/Apus/Apus.docc/ComingFrom.md").split(separator: "\n")
      .filter { $0.utf8.starts(with: "| `".utf8) || $0.utf8.starts(with: "| no ".utf8) }
    #expect(rows.count >= 20)
    for row in rows {
      let cell = try #require(row.split(separator: "|").last { $0.contains("`") })
      let call = try #require(cell.split(separator: "`").dropFirst().first)
      let isKnown = call == "tls" || call == "error.number"
      #expect(
        isKnown
          || tests.utf8.split(separator: 0x0a).contains { line in
            String(line)?.contains(call) == true
          }, "\(call)")
    }
  }

  @Test func `the manifest in the installation article matches that of the sample programs`() throws
  {
    let block = try #require(
      try blocks(of: "text", in: "Sources/Apus/Apus.docc/Install.md").first)
    let consumer = try contents(of: "Fixtures/consumers/Package.swift")
    for line in [#".product(name: "Apus", package: "apus")"#, ".package(name: \"apus\", path: "] {
      #expect(block.contains(line) && consumer.contains(line))
    }
  }

  private let measuring = "Sources/Apus/Apus.docc/Measuring.md"

  @Test func `the architecture article lists every module at its layer`() throws {
    let plan = try #require(
      try blocks(of: "", in: "Sources/Apus/Apus.docc/Architecture.md").first)
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

  @Test(arguments: ["ApusConnections", "ApusSession"])
  func `the folder list of an article contains each folder of the module`(module: String) throws {
    let text = try contents(of: "Sources/Apus/Apus.docc/Architecture.md")
    let section = try #require(
      text.split(separator: "\n## ").first { $0.hasPrefix("The folders of \(module)\n") })
    let listed = section.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| `") else { return nil }
      return line.split(separator: "`").dropFirst().first.map(String.init)
    }
    let folders = try House.here.get().swiftFiles
      .filter { $0.area == "Sources" && $0.module == module && $0.components.count > 3 }
      .map { String($0.components[2]) }
    #expect(Set(listed) == Set(folders) && listed.count == Set(folders).count)
  }

  @Test func `each sample program has one import and few lines`() throws {
    let folder = "Fixtures/consumers/Sources"
    let names = try Files.names(in: House.root + "/" + folder)
    #expect(names.count == 13)
    for name in names {
      let lines = try contents(of: "\(folder)/\(name)/main.swift").split(separator: "\n")
      #expect(
        lines.filter { $0.utf8.starts(with: "import ".utf8) } == ["import \(name.dropFirst(4))"])
      #expect(lines.count <= 12, "\(name)")
    }
  }

  /// The files with code of the adapters' articles, which are compiled with their traits.
  private func adapterSnippets() throws -> [String] {
    let folder = "Tests/Integrations"
    return try Files.names(in: House.root + "/" + folder)
      .filter { Files.isFolder("\(House.root)/\(folder)/\($0)") }
      .flatMap { try names(in: "\(folder)/\($0)", ending: "Snippets.swift") }
  }

  private func contents(of path: String) throws -> String {
    String(decoding: try Files.contents(of: House.root + "/" + path), as: UTF8.self)
  }

  private func names(in folder: String, ending: String) throws -> [String] {
    try Files.names(in: House.root + "/" + folder)
      .filter { $0.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) }
      .map { "\(folder)/\($0)" }
  }

  /// Returns the text between the marks in a test file, with the indentation of the marks removed.
  private func snippets(in path: String) throws -> [String] {
    var snippets: [String] = []
    var open: (indent: Int, text: String)?
    for line in try contents(of: path).split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      if words == "// Snippet:" {
        #expect(open == nil, "\(path) has a mark in a snippet")
        open = (line.count - words.count, "")
      } else if words == "// End." {
        snippets.append(try #require(open, "\(path) has an end too many").text)
        open = nil
      } else if let indent = open?.indent {
        open?.text += line.dropFirst(indent) + "\n"
      }
    }
    #expect(open == nil, "\(path) has an end too few")
    return snippets
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
