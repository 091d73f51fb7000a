import ApusNet

/// The figures of the README, compared with the files that contain them.
struct ReadmeFigures {
  /// The size of a program, which the README may round.
  struct Size {
    let megabytes: Double

    /// Returns whether a printed size differs by at most 0.1 MB or 1 %.
    func allows(_ printed: Double) -> Bool {
      // The sizes have two decimals, so a difference of 0.1 may be a little greater than 0.1.
      abs(printed - megabytes) <= max(0.1, megabytes / 100) + 1e-9
    }
  }

  /// A cell of the table "Comparison".
  enum Cell {
    /// A ratio, which the README rounds to a tenth.
    case ratio(Double)
    case size(Size)
    case text(String)
  }

  /// A row of the table "Comparison", with the cells of Apus and of the two other clients.
  struct Row {
    let label: String
    let ours: Cell
    let peers: [Cell]
  }

  let rows: [Row]
  /// The sentences or parts of sentences with figures.
  let sentences: [String]
  /// The size after the words `sizeWords`.
  let sessionSize: Size

  static let sizeWords = "which makes a static program of "

  init(_ results: MeasuredResults, _ versions: ToolVersions, curlCount: Int) throws {
    rows = try Self.rows(results)
    sentences =
      try Self.ratioSentences(results) + Self.runSentences(results)
      + Self.statusSentences(results, versions)
      + ["[\(Self.word(for: curlCount)) commands of curl]("]
    sessionSize = Size(megabytes: try results.size("UsesApusSession"))
  }

  private static let request = "GET of 1 KB, 64 connections"
  private static let handshake = "full handshake, chain of P-256"
  private static let download = "download of 1 GB"
  private static let onLoop = "Apus on the loop, pinned"
  private static let clearOnLoop = "Apus on its loop, pinned"
  private static let byDefault = "Apus by default, pinned"

  private static func rows(_ results: MeasuredResults) throws -> [Row] {
    let entries: [(label: String, ours: Cell, peers: String)] = [
      (
        "a program that is static and stripped, MB",
        .size(Size(megabytes: try results.size("UsesApus"))), "static stripped program"
      ),
      (
        "GET of 1 KB over TLS, 64 connections, to plain C ²",
        .ratio(try results.ratio("tls", request, onLoop).median),
        "GET of 1 KB over TLS, 64 connections"
      ),
      (
        "the same in clear text",
        .ratio(try results.ratio("transport", request, clearOnLoop).median),
        "GET of 1 KB in clear text, 64 connections"
      ),
      (
        "full handshake, chain of P-256, to plain C ²",
        .ratio(try results.ratio("tls", handshake, onLoop).median), handshake
      ),
      (
        "TLS download, to plain C ²", .ratio(try results.ratio("tls", download, onLoop).median),
        "TLS download"
      ),
      ("a handshake is resumed", .text("yes"), "resumed handshake"),
    ]
    return try entries.map { entry in
      let peers = try ["URLSession on Linux", "async-http-client"].map { client in
        let figure = try results.peer(client, entry.peers)
        return Cell.text((figure.value.map { text(of: $0, 1) } ?? figure.text ?? "") + " ¹")
      }
      return Row(label: entry.label, ours: entry.ours, peers: peers)
    }
  }

  private static func ratioSentences(_ results: MeasuredResults) throws -> [String] {
    func spread(_ part: String, _ name: String, _ client: String) throws -> String {
      let value = try results.ratio(part, name, client)
      return "\(text(of: value.median, 2)) (\(text(of: value.lower, 2)) to "
        + "\(text(of: value.upper, 2)))"
    }
    let tls = text(of: try results.ratio("tls", request, byDefault).median, 2)
    let clear = text(of: try results.ratio("transport", request, byDefault).median, 2)
    return [
      "\(try spread("tls", request, onLoop)) for a GET over TLS",
      "\(try spread("transport", request, clearOnLoop)) in clear text",
      "\(try spread("tls", handshake, onLoop)) for a handshake",
      "\(try spread("tls", download, onLoop)) for a download",
      "a GET has \(tls) over TLS and \(clear) in clear text",
    ]
  }

  /// The dates and the machines.
  private static func runSentences(_ results: MeasuredResults) -> [String] {
    let (environment, peers) = (results.report.environment, results.peers)
    return [
      "`apus-benchmarks transport tls` on \(day(environment.date)) on a machine with "
        + "\(word(for: environment.coreCount)) cores",
      "in \(peers.date) on one machine with \(peers.machine), \(peers.how)",
    ]
  }

  private static func statusSentences(
    _ results: MeasuredResults, _ versions: ToolVersions
  ) -> [String] {
    let counts = results.conformance.client
    return [
      "Of BoringSSL's client tests \(counts.passed) pass and "
        + (counts.failed == 0 ? "none fails" : "\(counts.failed) fail"),
      "The tested toolchain is Swift \(versions.toolchains.sorted().joined(separator: ", ")); the "
        + "package manifest has the tools version \(versions.tools).",
      "| macOS \(versions.macOS) or later |",
    ]
  }

  /// Returns the differences between a text of the README and the files.
  func faults(in text: String) -> [String] {
    let text = Self.unwrapped(text)
    let missing = sentences.filter { !text.contains($0) }
    var faults = missing.map { "the README does not contain: \($0)" }
    let size = text.split(separator: Self.sizeWords).dropFirst().first
      .flatMap { Double($0.prefix { $0 != " " }) }
    if size.map(sessionSize.allows) != true {
      faults.append("the README does not contain: \(Self.sizeWords)\(sessionSize.megabytes) MB")
    }
    let lines = text.split(separator: "\n")
    return faults + rows.flatMap { Self.faults(of: $0, in: lines) }
  }

  private static func faults(of row: Row, in lines: [Substring]) -> [String] {
    let found = lines.filter { $0.hasPrefix("| \(row.label) | ") }
    guard let line = found.first, found.count == 1 else {
      return ["the README has \(found.count) rows: \(row.label)"]
    }
    let cells = line.split(separator: " | ").dropFirst().map { cell in
      String(cell.hasSuffix(" |") ? cell.dropLast(2) : cell)
    }
    let expected = [row.ours] + row.peers
    guard cells.count == expected.count else {
      return ["\(row.label): the row has \(cells.count + 1) cells"]
    }
    return zip(cells, expected).filter { !isEqual($0, $1) }
      .map { "\(row.label): the README has \($0), and the files have \($1)" }
  }

  private static func isEqual(_ cell: String, _ expected: Cell) -> Bool {
    switch expected {
    case .ratio(let value): cell == text(of: value, 1)
    case .size(let size): Double(cell).map(size.allows) == true
    case .text(let text): cell == text
    }
  }

  /// Returns a text in which each paragraph is one line. Table rows remain separate.
  static func unwrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: "") { all, line in
      if line.isEmpty {
        all += "\n\n"
      } else if line.hasPrefix("|") {
        all += line + "\n"
      } else {
        all += line.split(separator: " ").joined(separator: " ") + " "
      }
    }
  }

  /// Returns a value that is at least 0, rounded to a number of decimals.
  static func text(of value: Double, _ decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { power, _ in power * 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = "\(scaled % scale)"
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(scaled / scale)." + zeros + fraction
  }

  /// Returns a count in the form of the README.
  private static func word(for count: Int) -> String {
    [2: "two", 4: "four", 8: "eight", 60: "sixty"][count] ?? "\(count)"
  }

  /// Returns a date such as `2026-11-28` as `28 November 2026`.
  static func day(_ date: String) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let parts = date.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]) else { return date }
    return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
  }
}
