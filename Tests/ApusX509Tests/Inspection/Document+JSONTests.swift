import ApusX509
import Testing

/// RFC 8259.
@Suite struct DocumentJSONTests {
  @Test func `JSON objects and arrays are indented, and empty ones are on one line`() {
    let document: X509.Document = ["a": [1, false], "b": [], "c": [:]]
    #expect(
      document.json == """
        {
          "a": [
            1,
            false
          ],
          "b": [],
          "c": {}
        }
        """)
  }

  @Test(arguments: [
    ("\"\\/", "\"\\\"\\\\/\""), ("\n\u{0}", #""\u000a\u0000""#), ("é€", "\"é€\""),
    ("\u{202e}\u{feff}", #""\u202e\ufeff""#), ("\u{e0001}", #""\udb40\udc01""#),
    ("\u{2028}", #""\u2028""#), ("\u{1f600}", "\"\u{1f600}\""),
  ])
  func `JSON strings escape all required and deceptive characters`(_ text: String, _ json: String) {
    #expect(X509.Document.text(text).json == json)
  }

  @Test func `integers in JSON are written with all digits`() {
    #expect(X509.Document.number(.min).json == "-9223372036854775808")
  }
}
