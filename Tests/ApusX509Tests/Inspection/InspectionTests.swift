import ApusNet
import ApusX509
import Testing

/// Inspections are equal to the files next to the repository's certificates.
@Suite struct InspectionTests {
  static let folder =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fixtures/inspection"

  private static func inspection(of name: String) throws -> X509.Inspection {
    let pem = try text(of: name + ".pem")
    return X509.Inspection(try X509.Certificate(pem: pem))
  }

  private static func text(of name: String) throws -> String {
    String(decoding: try Files.contents(of: folder + "/" + name), as: UTF8.self)
  }

  @Test(arguments: ["everything", "server", "hostile"])
  func `the text, JSON and OpenSSL forms of an inspection equal the stored files`(_ name: String)
    throws
  {
    let inspection = try Self.inspection(of: name)
    #expect(try inspection.text == Self.text(of: name + ".txt"))
    #expect(try inspection.document.json + "\n" == Self.text(of: name + ".json"))
    #expect(try inspection.openSSLText == Self.text(of: name + ".openssl"))
  }

  @Test func `a hostile certificate cannot control a terminal or forge a line in any form`() throws
  {
    let inspection = try Self.inspection(of: "hostile")
    for text in [inspection.text, inspection.document.json, inspection.openSSLText] {
      let isTame = text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
      }
      #expect(isTame)
      #expect(!text.split(separator: "\n").contains { $0 == "forged" })
    }
  }

  @Test func `an inspection shows a malformed extension's error and all other extensions`() throws {
    let malformed = X509.Extension(.other(.basicConstraints, [0x30, 1]))
    let usage = X509.Extension(.keyUsage(try X509.KeyUsage(.digitalSignature)))
    let inspection = X509.Inspection(try Sample.certificate([malformed, usage]))
    #expect(throws: X509Error.self) { try inspection.fields[0].value.get() }
    #expect(inspection.text.contains("unreadable"))
    #expect(inspection.text.contains("digitalSignature"))
    #expect(inspection.openSSLText.contains("Digital Signature"))
    guard case .list(let extensions)? = inspection.document["extensions"] else {
      Issue.record("no extensions")
      return
    }
    #expect(extensions[0]["problem"] != nil && extensions[0]["value"] == nil)
    #expect(extensions[1]["problem"] == nil && extensions[1]["value"] != nil)
  }

  @Test func `a fingerprint is printed in hexadecimal digits, as in the JSON document`() throws {
    let inspection = try Self.inspection(of: "server")
    let certificate = inspection.certificate
    #expect(certificate.fingerprint.bytes.count == 32)
    #expect(certificate.legacyFingerprint.bytes.count == 20)
    let listed = inspection.document["fingerprints"]
    #expect(listed?["sha256"] == .text("\(certificate.fingerprint)"))
    #expect(listed?["sha1"] == .text("\(certificate.legacyFingerprint)"))
    #expect(try Self.inspection(of: "everything").certificate.fingerprint != inspection.fingerprint)
  }

  @Test func `the text of an inspection has colours only if the caller requests them`() throws {
    let inspection = try Self.inspection(of: "server")
    #expect(!inspection.text.contains("\u{1b}"))
    #expect(inspection.text(inColour: true).contains("\u{1b}[36msubject"))
  }
}
