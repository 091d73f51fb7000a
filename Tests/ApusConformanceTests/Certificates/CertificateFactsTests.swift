import ApusBytes
import ApusNet
import ApusSerialization
import ApusX509
import Testing

@testable import ApusConformance

/// The facts of a certificate, compared with a manifest.
@Suite struct CertificateFactsTests {
  private static let path =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    + "/Fixtures/chains/private-server.pem"

  /// Returns the facts of a server whose serial number is zero, without basic constraints.
  private static func facts() throws -> CertificateFacts {
    let bytes = try Files.contents(of: path)
    let sections = try PEM.sections(of: bytes.span)
    let der = try #require(sections.first).bytes(in: bytes.span)
    guard case .read(let facts) = CertificateReading(der) else {
      throw CorpusError.missing(key: "certificate", id: path)
    }
    return facts
  }

  /// Returns a row with the right facts of that server, in the texts of the program.
  private static func row(of facts: CertificateFacts) -> JSON.Object {
    var row: JSON.Object = [
      "extensions": ["2.5.29.17", "2.5.29.14", "2.5.29.35"],
      "dns": ["db.internal.example", "db_main"], "email": [], "ip": [], "version": 3,
      "is_ca": false, "basic_constraints": false,
    ]
    while let words = facts.difference(from: .object(row))?.split(separator: " "),
      words.count > 3, words[1] == "is", words[3] == "expected"
    {
      row[String(words[0])] = .string(String(words[2].dropLast()))
    }
    return row
  }

  @Test func `certificate facts use the manifest's names for serial numbers and algorithms`() throws
  {
    let facts = try Self.facts()
    let row = Self.row(of: facts)
    #expect(facts.difference(from: .object(row)) == nil)
    #expect(row["serial"] == "0" && row["signature_algorithm"] == "ECDSA-SHA256")
    #expect(row["key"] == "ec-P-256")
  }

  private static let others: [(String, JSON.Value)] = [
    ("serial", "00"), ("signature_algorithm", "ECDSA-SHA384"), ("key", "rsa-2048"),
    ("dns", ["other.example"]), ("extensions", ["2.5.29.17!"]), ("path_len", 1),
    ("key_usage", 1), ("version", 1), ("is_ca", true), ("basic_constraints", true),
  ]

  @Test(arguments: others)
  func `a manifest row that does not match its certificate is rejected`(
    name: String, value: JSON.Value
  )
    throws
  {
    let facts = try Self.facts()
    var row = Self.row(of: facts)
    row[name] = value
    #expect(facts.difference(from: .object(row))?.hasPrefix(name) == true)
  }

  /// A certificate with a key of DSA and a signature by that key, made by OpenSSL 3.0.
  private static let dsa = [
    "MIICuTCCAnegAwIBAgIUAassLa/OakubzVWFqDUGoowfi2gwCwYJYIZIAWUDBAMCMA4xDDAKBgNVBAMMA2RzYTAe",
    "Fw0yNjExMjUyMjE0MTZaFw0zNjExMjIyMjE0MTZaMA4xDDAKBgNVBAMMA2RzYTCCAbYwggErBgcqhkjOOAQBMIIB",
    "HgKBgQDPYU376ng00soG2vuCQfx7GM4RbLZcxOWCOZUhNcycxD0ngjac5NTuXQfa98U8R1qJLqL67rpgEzpSCAs8",
    "6kqsl946MHuwxc5nxa1W0V860/qcJ9H4kd0tdOGLBtoTpV2XOKEJSPAyLxcobdHZLgKl81NYwvxchJ2kJyA2cXcz",
    "0QIVAJnEBHdN6OB809U9AJhj4j2a963nAoGALIGJkQZwxDJNZuk0U8Kn1M6lIS6+cqQjCUlDK9tGzm1kY3gtH+w8",
    "mBqvQNZDMgwjWyCtjRXRmLVZ9JTC829gVJl/L7qXhHY7kPFbS/HugO0HmTRj2212XmK5E0We5V4VhHZpOglRY04+",
    "PwbI6ATA3qaXUWDZuOFn2nWgrlYJtx8DgYQAAoGAYxZMJqA527TjiYpMvIMN9pvgd6TYCqnumXGb0E7v6FonEbNA",
    "OyU/J1Khn1nulVx5yWUBG7I5yXRdABPYxJNnMwDzqS3UGLXyJe8lFfcTa/jw++J8YZfRogBl0Xe5vL/I+dJuQZMD",
    "kQkw9CenhK2yyDDku/5KmBnT6l5RYAZMj5OjUzBRMB0GA1UdDgQWBBTiE1FQxMrpgvYFkKGd42VvYj+ARzAfBgNV",
    "HSMEGDAWgBTiE1FQxMrpgvYFkKGd42VvYj+ARzAPBgNVHRMBAf8EBTADAQH/MAsGCWCGSAFlAwQDAgMvADAsAhQ1",
    "K0xYaq7/xzFHh0aPyN/GmgJJ0QIUGw9cuCUF/5IYh8rK8PA6I/NLcs0=",
  ].joined()

  @Test func `the key and signature algorithms of a DSA certificate are named`() throws {
    guard case .read(let facts) = CertificateReading(try Base64.decode(Self.dsa)) else {
      Issue.record("the certificate is refused")
      return
    }
    let row = Self.row(of: facts)
    #expect(row["signature_algorithm"] == "DSA-SHA256" && row["key"] == "DSA")
  }
}
