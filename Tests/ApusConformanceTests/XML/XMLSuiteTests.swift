import TestSupport
import Testing

@testable import ApusConformance

/// The judge of XML documents judged, by a catalogue of our own in the form of the W3C's.
@Suite struct XMLSuiteTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    + "/Fixtures/xml/catalogue"

  private static func report() throws -> Report {
    try XMLSuite.run(files: try Conformance.files(of: XMLSuite.self, at: [folder]))
  }

  /// Returns the verdict about a document with an entry in a catalogue.
  private static func verdict(
    _ type: String, _ document: String, output: String? = nil, more: String = ""
  ) throws -> Report.Verdict? {
    let folder = try TemporaryFolder()
    _ = try folder.write(Array(document.utf8), to: "a.xml")
    var attributes = more
    if let output {
      _ = try folder.write(Array(output.utf8), to: "a.out")
      attributes += " OUTPUT=\"a.out\""
    }
    let catalogue =
      "<TESTSUITE><TEST ID=\"a\" TYPE=\"\(type)\" URI=\"a.xml\" \(attributes)/></TESTSUITE>"
    let path = try folder.write(Array(catalogue.utf8), to: "xmlconf.xml")
    return try XMLSuite.run(files: [path]).cases.first?.verdict
  }

  @Test func `an XML test catalogue with external parts is read, and each case has a class`() throws
  {
    let report = try Self.report()
    #expect(
      report.cases.map(\.id) == [
        "plain", "entity", "default", "undeclared-element", "open-element", "outside", "colon",
        "unknown-encoding", "plain-again", "version-1.1", "namespaces-1.1", "fourth-edition",
        "without-namespaces",
      ])
    #expect(report.counts == (passed: 5, failed: 0, skipped: 8))
    #expect(report.isSuccess)
    #expect(
      report.remarks == [
        "valid: 2 read, 0 rejected, 2 deliberately declined",
        "  1: declarations of attributes are not applied",
        "  1: entities are not expanded",
        "invalid: 1 read, 0 rejected, 0 deliberately declined",
        "error: 0 read, 0 rejected, 1 deliberately declined",
        "  1: an unknown encoding",
        "not-wf: 1 read, 2 rejected, 0 deliberately declined",
      ])
  }

  @Test func `each skipped XML case has a reason`() throws {
    let skipped = try Self.report().skipped
    #expect(
      skipped.map(\.why) == [
        "deliberately declined: entities are not expanded",
        "deliberately declined: declarations of attributes are not applied",
        "the fault can be outside of the document, and only the document is read",
        "an error that need not be reported", "the case is of XML 1.1",
        "the case is of an edition before the fifth", "the case is of XML without namespaces",
      ])
    #expect(skipped.map(\.count) == [1, 1, 1, 1, 2, 1, 1])
  }

  @Test func `an XML case fails if the parser's result does not match its class`() throws {
    #expect(try Self.verdict("not-wf", "<a/>") == .failed("not-wf: read"))
    #expect(try Self.verdict("not-wf", "<a>") == .passed)
    for type in ["valid", "invalid"] {
      #expect(try Self.verdict(type, "<a/>") == .passed)
      guard case .failed(let why)? = try Self.verdict(type, "<a>") else {
        Issue.record("a document without an end is believed")
        continue
      }
      #expect(why.hasPrefix("\(type): refused: line 1"))
    }
  }

  @Test func `an XML case fails if the document differs from the listed output`() throws {
    let document = "<a x='1'>b</a>"
    #expect(try Self.verdict("valid", document, output: "<a x=\"1\">b</a>") == .passed)
    #expect(try Self.verdict("valid", document, output: "<a x=\"1\">b</a>\n") == .passed)
    let wrong = Report.Verdict.failed("valid: read as another document than the output")
    #expect(try Self.verdict("valid", document, output: "<a x=\"2\">b</a>") == wrong)
    #expect(try Self.verdict("valid", document, output: "<a x=\"1\">b</a>\n\n") == wrong)
    #expect(
      try Self.verdict("valid", document, output: "<!DOCTYPE a [\n]>\n<a x=\"1\">b</a>") == .passed)
  }

  @Test func `a missing XML document is a failure, and a case without a class is invalid`() throws {
    guard case .failed? = try Self.verdict("valid", "<a/>", more: "OUTPUT=\"missing\"") else {
      Issue.record("a missing output is passed over")
      return
    }
    #expect(throws: CorpusError.self) { try Self.verdict("good", "<a/>") }
  }

  @Test func `XML entities that refer to each other endlessly are rejected`() throws {
    let folder = try TemporaryFolder()
    let start = "<!DOCTYPE TESTSUITE [<!ENTITY a SYSTEM 'xmlconf.xml'>]>"
    let path = try folder.write(
      Array((start + "<TESTSUITE>&a;</TESTSUITE>").utf8), to: "xmlconf.xml")
    #expect(throws: CorpusError.self) { try XMLSuite.run(files: [path]) }
  }
}
