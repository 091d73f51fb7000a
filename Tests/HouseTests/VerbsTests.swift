import Testing

/// The number of functions that an editor shows for the verbs of a session.
struct VerbsTests {
  private static let verbs = ["get", "head", "post", "put", "patch", "delete"]

  /// The public functions of the six verbs that take a target, without those that are unavailable.
  private func functions() throws -> [String] {
    try House.here.get().files.filter { $0.path.hasPrefix("Sources/ApusSession/") }.flatMap {
      file in
      let lines = file.lines.map { String(decoding: $0, as: UTF8.self).drop { $0 == " " } }
      return lines.indices.compactMap { index -> String? in
        guard lines[index].hasPrefix("public nonisolated(nonsending) func "),
          let name = lines[index].split(separator: " ").dropFirst(3).first,
          let verb = Self.verbs.first(where: {
            name.hasPrefix("\($0)(") || name.hasPrefix("\($0)<")
          }),
          index + 1 < lines.count, lines[index + 1].hasPrefix("_ target: HTTP.Target"),
          index == 0 || !lines[index - 1].hasPrefix("@available")
        else { return nil }
        return verb
      }
    }
  }

  @Test func `the six request verbs have at most 18 functions, and get has at most four`() throws {
    let functions = try functions()
    #expect((12...18).contains(functions.count), "\(functions)")
    #expect((2...4).contains(functions.count { $0 == "get" }))
    #expect(Set(functions).count == Self.verbs.count)
  }

  @Test func `at most three functions are disfavored overloads, each with a reason`()
    throws
  {
    var count = 0
    for file in try House.here.get().files where file.path.hasPrefix("Sources/") {
      let lines = file.lines.map { String(decoding: $0, as: UTF8.self).drop { $0 == " " } }
      for (index, line) in lines.enumerated() where line.hasPrefix("@_disfavoredOverload") {
        count += 1
        let reason = lines[..<index].suffix(10).contains { $0.hasPrefix("// ") }
        #expect(reason, "\(file.path):\(index + 1)")
      }
    }
    #expect((1...3).contains(count))
  }
}
