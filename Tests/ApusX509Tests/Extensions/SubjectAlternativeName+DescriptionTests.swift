import ApusX509
import Testing

/// Values of extensions as they are printed.
@Suite struct SubjectAlternativeNameDescriptionTests {
  @Test func `alternative names are printed with their name forms`() throws {
    let names: [X509.GeneralName] = [
      .dns(try X509.IA5Text("a.example")), .email(try X509.IA5Text("b@a.example")),
    ]
    let text = "DNS:a.example, email:b@a.example"
    #expect("\(try X509.SubjectAlternativeName(names))" == text)
    #expect("\(try X509.IssuerAlternativeName(names))" == text)
  }

  @Test func `the description of an alternative name escapes terminal control sequences`() throws {
    let name = X509.GeneralName.dns(try X509.IA5Text("a\u{1b}[31m"))
    let text = "\(try X509.SubjectAlternativeName([name]))"
    #expect(!text.unicodeScalars.contains("\u{1b}"))
  }

  @Test func `a key purpose is printed by its name, or by its number if it has no name`() throws {
    let unknown = try #require(OID("1.2.3.4"))
    let usage = try X509.ExtendedKeyUsage([.serverAuthentication, unknown])
    #expect("\(usage)" == "serverAuth, 1.2.3.4")
  }

  @Test func `basic constraints are printed as the role of the subject`() throws {
    #expect("\(X509.BasicConstraints.endEntity)" == "end entity")
    #expect("\(X509.BasicConstraints.authority(pathLength: nil))" == "authority")
    #expect(
      "\(X509.BasicConstraints.authority(pathLength: 2))" == "authority, path length 2")
  }

  @Test func `a key identifier is printed in hexadecimal digits`() {
    #expect("\(X509.SubjectKeyIdentifier([0x0a, 0xff]))" == "0aff")
  }
}
