import ApusNet
import ApusSerialization
import ApusX509
import Testing

@testable import ApusConformance

/// What a certificate says, beside what a manifest says of it.
@Suite struct CertificateFactsTests {
  private static let path =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    + "/Fixtures/chains/private-server.pem"

  /// A server whose serial number is zero, and which says nothing of basic constraints.
  private static func facts() throws -> CertificateFacts {
    let bytes = try Files.contents(of: path)
    let sections = try PEM.sections(of: bytes.span)
    let der = try #require(sections.first).bytes(in: bytes.span)
    guard case .read(let facts) = CertificateReading(der) else {
      throw CorpusError.missing(key: "certificate", id: path)
    }
    return facts
  }

  /// A row that says of that server what it is, with the texts that it is found to have.
  private static func row(of facts: CertificateFacts) -> JSONObject {
    var row: JSONObject = [
      "extensions": ["2.5.29.17", "2.5.29.14", "2.5.29.35"],
      "dns": ["db.internal.example", "db_main"], "email": [], "ip": [], "version": 3,
      "is_ca": false, "basic_constraints": false,
    ]
    while let words = facts.difference(from: .object(row))?.split(separator: " "),
      words.count > 3, words[1] == "is", words[3] == "where"
    {
      row[String(words[0])] = .string(String(words[2]))
    }
    return row
  }

  @Test func `serial number 0 is "0", and algorithms have the names of the manifest`() throws {
    let facts = try Self.facts()
    let row = Self.row(of: facts)
    #expect(facts.difference(from: .object(row)) == nil)
    #expect(row["serial"] == "0" && row["signature_algorithm"] == "ECDSA-SHA256")
    #expect(row["key"] == "ec-P-256")
  }

  private static let others: [(String, JSONValue)] = [
    ("serial", "00"), ("signature_algorithm", "ECDSA-SHA384"), ("key", "rsa-2048"),
    ("dns", ["other.example"]), ("extensions", ["2.5.29.17!"]), ("path_len", 1),
    ("key_usage", 1), ("version", 1), ("is_ca", true), ("basic_constraints", true),
  ]

  @Test(arguments: others)
  func `a row that says something else is told from it`(name: String, value: JSONValue) throws {
    let facts = try Self.facts()
    var row = Self.row(of: facts)
    row[name] = value
    #expect(facts.difference(from: .object(row))?.hasPrefix(name) == true)
  }
}
