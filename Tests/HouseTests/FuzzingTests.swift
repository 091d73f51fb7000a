import Testing

/// The checks that are disabled for fuzzing are enabled in all products.
struct FuzzingTests {
  private let condition = "#if APUS_FUZZING"

  @Test func `only the fuzzing condition disables signature checks`() throws {
    var uses = 0
    for file in try House.here.get().swiftFiles where file.area == "Sources" {
      var open: [Bool] = []
      for (number, line) in file.lines.enumerated() {
        let text = String(decoding: line, as: UTF8.self).drop { $0 == " " }
        if text.hasPrefix("#if") { open.append(text == condition) }
        // The branch of an `#else` is built without the condition.
        if text.hasPrefix("#else"), !open.isEmpty { open[open.count - 1] = false }
        if text.hasPrefix("#endif") { _ = open.popLast() }
        guard text.contains("Fuzzing.") || text.contains("enum Fuzzing") else { continue }
        uses += 1
        #expect(open.contains(true), "\(file.path):\(number + 1)")
      }
    }
    #expect(uses >= 5)
  }

  @Test func `only the fuzz targets are compiled with the fuzzing condition`() throws {
    let word = Array("APUS_FUZZING".utf8)
    let files = try House.here.get().files.filter { file in
      file.bytes.indices.contains { file.bytes[$0...].starts(with: word) }
    }
    let others = files.map(\.path).filter { path in
      !path.hasPrefix("Sources/ApusTLS/") && path != "Tests/HouseTests/FuzzingTests.swift"
    }
    #expect(others == ["Tests/Fuzz/run"])
  }
}
