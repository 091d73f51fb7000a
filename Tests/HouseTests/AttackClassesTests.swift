import Testing

/// The numbered classes of attacks on TLS and certificates, each with tests that name it.
struct AttackClassesTests {
  /// Class 40 is about ways to authenticate that are not supported.
  private static let numbers = Set(36...50).subtracting([40])

  @Test func `every class of attacks on TLS is named by a test`() throws {
    var named: Set<Int> = []
    for file in try House.here.get().swiftFiles where file.area == "Tests" {
      for line in file.lines {
        let text = String(decoding: line, as: UTF8.self)
        guard text.contains("of attacks") || text.contains("func `class ") else { continue }
        let words = text.split { !$0.isASCII || !($0.isNumber || $0.isLetter) }
        named.formUnion(words.compactMap { Int($0) })
      }
    }
    #expect(Self.numbers.subtracting(named).sorted() == [])
  }
}
