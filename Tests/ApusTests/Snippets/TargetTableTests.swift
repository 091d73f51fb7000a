import Apus
import ApusNet
import Testing

/// The table of bases, targets and results in the article First requests.
struct TargetTableTests {
  @Test func `each target of the documented table resolves to the listed URL`() async throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let article = try Files.contents(of: "\(root)/Sources/Apus/Apus.docc/FirstRequests.md")
    let text = String(decoding: article, as: UTF8.self)
    let rows = text.split(separator: "\n").compactMap { line -> [String]? in
      let cells = line.split(separator: "|").map { String($0.filter { $0 != " " && $0 != "`" }) }
      return cells.count == 3 && cells[2].hasPrefix("https://") ? cells : nil
    }
    #expect(rows.count == 8)
    for row in rows {
      let session = HTTPSession.stub(row[0] == "none" ? nil : row[0]) { request in
        HTTP.Response(200, body: Array(request.target.text.utf8))
      }
      let response = try await session.get(.reference(row[1]))
      #expect(response.text == row[2], "\(row[0]) and \(row[1])")
      await session.shutdown()
    }
  }
}
