import ApusNet
import ApusSerialization

/// The measured figures in the files of `Benchmarks/Results`.
struct MeasuredResults {
  /// A report of the program `apus-benchmarks`, with the members that the README has.
  struct Report: Decodable {
    let environment: Environment
    let rows: [Row]
  }

  struct Environment: Decodable {
    /// A date such as `2026-11-28`, which a time may follow.
    let date: String
    let coreCount: Int
  }

  struct Row: Decodable {
    let part: String
    let name: String
    let client: String
    let peer: String?
    let value: Value
  }

  struct Value: Decodable {
    let median: Double
    let lower: Double
    let upper: Double
  }

  /// The figures of other clients, which were measured by hand.
  struct Peers: Decodable {
    let date: String
    let machine: String
    let how: String
    let figures: [PeerFigure]
  }

  /// A figure of another client: a value or an observation.
  struct PeerFigure: Decodable {
    let client: String
    let name: String
    let value: Double?
    let text: String?
  }

  struct Sizes: Decodable {
    /// The sizes in MB.
    let programs: [String: Double]
  }

  /// The counts of BoringSSL's test runner.
  struct Conformance: Decodable {
    let client: Counts
  }

  struct Counts: Decodable {
    let passed: Int
    let failed: Int
  }

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  let report: Report
  let peers: Peers
  let sizes: Sizes
  let conformance: Conformance

  /// Reads the files of this repository.
  init() throws {
    report = try Self.read("tls-and-transport")
    peers = try Self.read("peers")
    sizes = try Self.read("sizes")
    conformance = try Self.read("conformance")
  }

  private static func read<Content: Decodable>(_ name: String) throws -> Content {
    let bytes = try Files.contents(of: "\(House.root)/Benchmarks/Results/\(name).json")
    return try JSONCoder().decode(Content.self, from: bytes)
  }

  /// Returns the ratio of the processor times of a client and the C client.
  func ratio(_ part: String, _ name: String, _ client: String) throws -> Value {
    let found = report.rows.filter {
      $0.part == part && $0.name == name && $0.client == client && $0.peer == "plain C"
    }
    guard let row = found.first, found.count == 1 else {
      throw Missing(description: "the report has \(found.count) rows \(part): \(name), \(client)")
    }
    return row.value
  }

  /// Returns the size of a program in MB.
  func size(_ program: String) throws -> Double {
    guard let size = sizes.programs[program] else {
      throw Missing(description: "sizes.json has no program \(program)")
    }
    return size
  }

  /// Returns a figure of another client.
  func peer(_ client: String, _ name: String) throws -> PeerFigure {
    let found = peers.figures.filter { $0.client == client && $0.name == name }
    guard let figure = found.first, found.count == 1 else {
      throw Missing(description: "peers.json has \(found.count) figures \(client): \(name)")
    }
    return figure
  }
}
