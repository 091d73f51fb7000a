import ApusNet
import ApusSerialization
import TestSupport
import Testing

@testable import ApusCommand

/// Each row of the article's table has the same effect twice: with curl and with the tool.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct FromCurlTests {
  /// A row of the table.
  struct Row: CustomTestStringConvertible {
    let curl: String
    let apus: String
    var testDescription: String { curl }
  }

  private static let rows: [Row] = {
    let path = Trial.root + "/Sources/ApusCommand/ApusCommand.docc/FromCurl.md"
    let text = String(decoding: (try? Files.contents(of: path)) ?? [], as: UTF8.self)
    return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { line in
      let cells = line.split(separator: "` | `").map { String($0).replacing("\\|", with: "|") }
      guard cells.count == 2 else { return nil }
      return Row(curl: String(cells[0].dropFirst(3)), apus: String(cells[1].dropLast(3)))
    }
  }()

  @Test func `the comparison with curl has sixty rows with commands of both tools`() {
    #expect(Self.rows.count == 60)
    for row in Self.rows {
      #expect(row.curl.contains("curl ") && row.apus.contains("apus "), "\(row.curl)")
    }
  }

  @Test(.enabled(if: HTTPBin.isExpected, "httpbin or curl is not there"))
  func `curl and apus produce the same result, output and files for each table row`() async throws {
    let server = try await HTTPBin()
    let port = try #require(server.url.split(separator: ":").last?.dropLast())
    for row in Self.rows {
      let theirs = try await Self.outcome(of: row.curl, port: port)
      let ours = try await Self.outcome(of: row.apus, port: port)
      #expect(ours.isSuccess == theirs.isSuccess, "\(row.apus): \(ours.complaints)")
      #expect(ours.output == theirs.output, "\(row.apus)")
      #expect(ours.files == theirs.files, "\(row.apus)")
    }
  }

  /// The result of a command, without the parts that differ between responses.
  private struct Outcome {
    let isSuccess: Bool
    let output: String
    let files: [String: [UInt8]]
    let complaints: String
  }

  private static func outcome(of command: String, port: Substring) async throws -> Outcome {
    let folder = try TrialFolder([
      "notes.txt": Array("notes\n".utf8), "photo.png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0xff],
      "data.json": Array(#"{"a": [1, 2]}"#.utf8), "fields.txt": Array("a=1&b=2".utf8),
      "token.txt": Array("abc\n".utf8), "password.txt": Array("pass\n".utf8),
    ])
    let line = command.replacing("localhost:8080", with: "127.0.0.1:\(port)")
      .replacing(":8080", with: ":\(port)").replacing("apus ", with: "\"$tool\" ")
    let run = try await RunningTool.run("mkdir folder; \(line)", in: folder)
    let names = try folder.names().filter { !$0.hasPrefix(".") && $0 != "folder" }
    var files: [String: [UInt8]] = [:]
    for name in names { files[name] = try folder.bytes(of: name) }
    for name in try Files.names(in: folder.path + "/folder") {
      files["folder/\(name)"] = try folder.bytes(of: "folder/\(name)")
    }
    return Outcome(
      isSuccess: run.status == 0, output: normal(run.output), files: files,
      complaints: run.complaints)
  }

  /// The fields that name the program, the content's length and the time.
  private static let own: Set = [
    "User-Agent", "Accept", "Accept-Encoding", "Content-Type", "Content-Length", "Date",
    "Expect", "Transfer-Encoding",
  ]

  /// Returns a response without those fields: httpbin's echo of a request, or a head.
  private static func normal(_ output: String) -> String {
    guard case .object(let object)? = try? JSON.Value(parsing: output) else {
      return output.replacing("\r\n", with: "\n").split(
        separator: "\n", omittingEmptySubsequences: false
      ).filter { !$0.hasPrefix("Date: ") }.joined(separator: "\n")
    }
    let members = object.map { key, value -> (String, JSON.Value) in
      guard key == "headers", case .object(let fields) = value else { return (key, value) }
      return (
        key,
        .object(JSON.Object(fields.filter { !own.contains($0.key) }.map { ($0.key, $0.value) }))
      )
    }
    return (try? JSON.Value.object(JSON.Object(members)).text()) ?? output
  }
}
