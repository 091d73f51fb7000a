import ApusCaching
import ApusNet
import Testing

// Snippet:
/// Gets the response of a URL from a cache or from a server.
func fetch(
  _ request: Caching.Request, from cache: Caching.Cache, at now: Caching.Moment,
  send: (HTTP.Fields) async throws -> (head: HTTP.ResponseHead, content: [UInt8])
) async throws -> [UInt8] {
  switch await cache.step(for: request, at: now) {
  case .serve(let response, _): return try await collect(response)
  case .refuse: return []
  case .send(var fetch):
    while true {
      let (head, content) = try await send(fetch.fields)
      let times = Caching.Exchange(requested: now, received: now)
      switch await fetch.received(head, times) {
      case .sendAgain(let other): fetch = other
      case .serve(let response): return try await collect(response)
      case .deliver(_, let recording, _):
        await recording?.write(content)
        await recording?.finish()
        return content
      }
    }
  }
}

func collect(_ response: Caching.Cache.Response) async throws -> [UInt8] {
  var content: [UInt8] = []
  while let piece = try await response.content?.next() { content += piece }
  return content
}
// End.

/// The article's example, unchanged.
@Suite struct ArticleTests {
  @Test func `the code sample in the caching article equals the tested code`() throws {
    let article = try text(of: "Sources/ApusCaching/ApusCaching.docc/ApusCaching.md")
    let own = try text(of: "Tests/ApusCachingTests/Exchanges/ArticleTests.swift")
    let code = try #require(between("```swift\nimport ApusCaching\n\n", "```", in: article))
    #expect(try #require(between("// Snippet:\n", "// End.", in: own)) == code)
    #expect(code.utf8.count > 1_000)
  }

  @Test func `the example of the caching article sends one request for three calls`() async throws {
    let given = Given()
    var sentCount = 0
    for _ in 0..<3 {
      let content = try await fetch(Given.request(), from: given.cache, at: moment(0)) { _ in
        sentCount += 1
        return (Given.answer(200, [.cacheControl: "max-age=60"]), [1, 2, 3])
      }
      #expect(content == [1, 2, 3])
    }
    #expect(sentCount == 1)
  }

  private func text(of path: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    return String(decoding: try Files.contents(of: FilePath("\(root)/\(path)")), as: UTF8.self)
  }

  private func between(_ start: String, _ end: String, in text: String) -> String? {
    let bytes = Array(text.utf8)
    let (first, last) = (Array(start.utf8), Array(end.utf8))
    guard let from = bytes.indices.first(where: { bytes[$0...].starts(with: first) }),
      let to = bytes.indices.first(where: {
        $0 >= from + first.count && bytes[$0...].starts(with: last)
      })
    else { return nil }
    return String(decoding: bytes[(from + first.count)..<to], as: UTF8.self)
  }
}
