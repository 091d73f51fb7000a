import ApusNet
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusSerialization

/// XML 1.0 section 2.1, and every rule that a document of the corpus names.
struct XMLCorpusTests {
  @Test func `every well-formed document of the XML test suite is accepted`() throws {
    let files = try XMLFixtures.files(in: "well-formed")
    #expect(files.count == 113)
    for file in files {
      let trace = XMLTrace(file.bytes)
      #expect(trace.isWellFormed, "\(file): \(trace.error?.description ?? "no end")")
    }
  }

  @Test func `every malformed document of the XML test suite is rejected`() throws {
    let files = try XMLFixtures.files(in: "not-well-formed")
    #expect(files.count == 238)
    for file in files { #expect(XMLTrace(file.bytes).error != nil, "\(file)") }
  }

  @Test func `every document of the XML test suite has a comment on the tested rule`() throws {
    let index = try XMLFixtures.index()
    for file in try all() {
      let isInIndex = index.contains { $0.utf8.starts(with: "\(file): ".utf8) }
      #expect(isInIndex || file.contains("<!-- ") && file.contains(": "), "\(file)")
    }
  }

  @Test func `every XML document gives the same events bytewise and as a whole`() throws {
    for file in try all() {
      #expect(XMLTrace(file.bytes, pieceSizes: [1]) == XMLTrace(file.bytes), "\(file)")
    }
  }

  @Test func `every XML document gives the same events in random pieces and as a whole`() throws {
    var shuffle = XMLShuffle()
    for file in try all() {
      let whole = XMLTrace(file.bytes)
      for greatest in [2, 5, 40] {
        let sizes = (0..<9).map { _ in 1 + shuffle.next(below: greatest) }
        #expect(XMLTrace(file.bytes, pieceSizes: sizes) == whole, "\(file): \(sizes)")
      }
    }
  }

  @Test func `every truncated XML document is rejected`() throws {
    for file in try XMLFixtures.files(in: "well-formed") {
      // The part after the root may be missing.
      guard let end = XMLTrace.endOfRoot(file.bytes) else { continue }
      var shuffle = XMLShuffle()
      for count in (0..<end) where end < 300 || shuffle.next(below: end) < 100 {
        #expect(XMLTrace(Array(file.bytes[..<count])).error != nil, "\(file): \(count)")
      }
    }
  }

  /// The documents that libxml2 accepts against the rules: a version without digits, and half a
  /// unit after the root.
  private static let leniencies: Set = [
    "not-well-formed/declaration-version-cut.xml", "not-well-formed/encoding-utf16-odd.xml",
  ]

  @Test(.enabled(if: XMLLint.isExpected, "xmllint is not installed"))
  func `xmllint agrees on every XML document without a document type declaration`() throws {
    let files = try all().filter { !$0.hasDocumentType }
    #expect(files.count > 250)
    for file in files {
      let isWellFormed = XMLTrace(file.bytes).isWellFormed || Self.leniencies.contains(file.name)
      #expect(XMLLint.accepts(file.path) == isWellFormed, "\(file)")
    }
  }

  private func all() throws -> [XMLFixtures.File] {
    try XMLFixtures.files(in: "well-formed") + XMLFixtures.files(in: "not-well-formed")
  }
}

extension XMLTrace {
  /// The number of bytes of a document in UTF-8 up to the end of its root; nil in another encoding.
  fileprivate static func endOfRoot(_ bytes: [UInt8]) -> Int? {
    var parser = XML.PullParser(bytes: bytes)
    var end: Int?
    while let event = try? parser.next() {
      if case .endElement = event, parser.depth == 0 { end = parser.position.offset }
    }
    return parser.encoding == .utf8 ? end : nil
  }
}

/// The program `xmllint` of libxml2.
enum XMLLint {
  /// A Boolean value that indicates whether the tests run; with `APUS_STRICT=1` they must.
  static var isExpected: Bool { isInstalled || Corpus.isStrict }

  private static let isInstalled = run("command -v xmllint >/dev/null 2>&1")

  /// Returns whether it accepts a document; its warnings do not count.
  static func accepts(_ path: String) -> Bool {
    run("out=$(xmllint --noout --nonet '\(path)' 2>&1) && case $out in *error*) false;; esac")
  }

  private static func run(_ line: String) -> Bool {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run(line) == 0
  }
}
