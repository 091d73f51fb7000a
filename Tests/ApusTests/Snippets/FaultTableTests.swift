import Apus
import ApusNet
import ApusTestServer
import TestSupport
import Testing

/// The tables of faults in the article Testing: the error code that each fault causes.
@Suite(.ownThread) struct FaultTableTests {
  private static let answers: [String: AnswerFault] = [
    ".finish(afterByteCount: 100)": .finish(afterByteCount: 100),
    ".cut(afterByteCount: 100)": .cut(afterByteCount: 100),
    ".reset(afterByteCount: 100)": .reset(afterByteCount: 100),
    ".drip(byteCount: 50, every: .seconds(61))": .drip(byteCount: 50, every: .seconds(61)),
    ".silence": .silence, ".wrongLength(by: 1)": .wrongLength(by: 1), ".badChunk": .badChunk,
    ".informational(count: 65)": .informational(count: 65),
    ".hugeField(byteCount: 70_000)": .hugeField(byteCount: 70_000),
    ".strayBytes([0x61])": .strayBytes([0x61]),
  ]
  private static let connections: [String: ConnectionFault] = [
    ".refused": .refused, ".unanswered": .unanswered, ".silent": .silent,
    ".reset(afterByteCount: 0)": .reset(afterByteCount: 0),
    ".slow(byteCount: 1, every: .seconds(11))": .slow(byteCount: 1, every: .seconds(11)),
    ".certificate(.expired)": .certificate(.expired),
  ]

  /// The faults of the article with the first error code of their rows.
  private static func rows() throws -> [(fault: String, code: String)] {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let article = try Files.contents(of: "\(root)/Sources/Apus/Apus.docc/Testing.md")
    return String(decoding: article, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard line.utf8.starts(with: "| `.".utf8) else { return nil }
      let cells = line.split(separator: "|").map { cell in
        cell.split(separator: "`").first { $0.contains { $0 != " " } } ?? ""
      }
      return cells.count == 3 ? (String(cells[0]), String(cells[2])) : nil
    }
  }

  /// Returns the code of the error that a request over TLS causes, as the article writes it.
  private static func code(
    _ answer: AnswerFault?, _ connection: ConnectionFault?
  ) async throws -> String {
    try await TestNetwork.run { network in
      try network.serve("https://api.example.com", fault: { _ in connection }) { _ in
        .response(HTTP.Response(200, body: [UInt8](repeating: 0x61, count: 1_000)), answer)
      }
      let api = try network.session("https://api.example.com/")
      do {
        try await api.get("report")
        return " none "
      } catch let error as HTTPSessionError {
        return Self.member(named: error.code.name)
      }
    }
  }

  /// Returns a name such as `connection-lost` as a member: `.connectionLost`.
  private static func member(named name: String) -> String {
    let words = name.split(separator: "-")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return "." + (words.first ?? "") + rest.joined()
  }

  @Test func `each fault in the documented tables causes the listed error code`() async throws {
    let rows = try Self.rows()
    #expect(rows.count == Self.answers.count + Self.connections.count)
    for (fault, code) in rows {
      let (answer, connection) = (Self.answers[fault], Self.connections[fault])
      #expect(answer != nil || connection != nil, "\(fault)")
      #expect(try await Self.code(answer, connection) == code, "\(fault)")
    }
  }
}
