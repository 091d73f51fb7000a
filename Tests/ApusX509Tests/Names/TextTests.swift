import ApusX509
import Testing

/// Text with the type of its string. RFC 5280 section 4.1.2.4.
@Suite struct TextTests {
  @Test(arguments: ASN1.Text.Kind.allCases)
  func `a text of each string type is encoded to bytes and decoded again`(_ kind: ASN1.Text.Kind)
    throws
  {
    let text = try X509.Text("12", as: kind)
    #expect(text.string == "12" && text.kind == kind)
    #expect(text == (try X509.Text("12", as: kind)))
  }

  @Test func `a text with a character that its string type forbids is rejected`() {
    for (string, kind) in [("é", .ia5), ("a", .numeric), ("@", .printable), ("\u{1F600}", .bmp)]
      as [(String, ASN1.Text.Kind)]
    {
      #expect(throws: X509Error.self) { try X509.Text(string, as: kind) }
    }
  }

  @Test func `a text becomes a PrintableString if that type allows all its characters`() {
    #expect(X509.Text("Example (1)").kind == .printable)
    #expect(X509.Text("Example & Co").kind == .utf8)
  }
}
