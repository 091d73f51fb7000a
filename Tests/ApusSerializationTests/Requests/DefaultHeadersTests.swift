import ApusSerialization
import Testing

/// RQ rows: the default fields for the client and its languages.
struct DefaultHeadersTests {
  @Test func `Accept-Language contains at most six languages with decreasing weights`() {
    #expect(DefaultHeaders.acceptLanguage(["de", "en"]) == "de;q=1, en;q=0.9")
    #expect(
      DefaultHeaders.acceptLanguage(["a", "b", "c", "d", "e", "f", "g"])
        == "a;q=1, b;q=0.9, c;q=0.8, d;q=0.7, e;q=0.6, f;q=0.5")
    #expect(DefaultHeaders.acceptLanguage([]) == nil)
    #expect(DefaultHeaders.acceptLanguage(["de\r\nX: 1", "", "a_b", "en-GB"]) == "en-GB;q=1")
  }

  @Test(arguments: [
    (["LANG": "de_AT.UTF-8"], ["de-AT"]),
    (["LANG": "de_AT.UTF-8@euro", "LC_MESSAGES": "fr_FR"], ["fr-FR"]),
    (["LANG": "de", "LC_ALL": "it", "LC_MESSAGES": "fr"], ["it"]),
    (["LANG": "de_DE", "LC_ALL": ""], ["de-DE"]),
    (["LANG": "de_DE", "LANGUAGE": "de_AT:de:en"], ["de-AT", "de", "en", "de-DE"]),
    (["LANG": "C", "LANGUAGE": "de"], []), (["LANG": "C.UTF-8"], []), (["LANG": "POSIX"], []),
    (["LANGUAGE": "de"], []), ([:], []),
    (["LANG": "de_DE", "LANGUAGE": "x\u{0}:de_DE"], ["de-DE"]),
  ])
  func `the preferred languages are read from LANGUAGE, LC_ALL and LANG`(
    _ environment: [String: String], _ languages: [String]
  ) {
    #expect(DefaultHeaders.languages { environment[$0] } == languages)
  }

  @Test func `a User-Agent contains only printable ASCII characters for any input`() {
    #expect(
      DefaultHeaders.userAgent(program: "shop", version: "1.2", details: "debian 6.1")
        == "shop/1.2 (Linux; debian 6.1)")
    #expect(DefaultHeaders.userAgent(program: "shop", version: nil) == "shop (Linux)")
    #expect(DefaultHeaders.userAgent(program: "", version: nil) == "apus (Linux)")
    #expect(DefaultHeaders.userAgent(program: "日本", version: "é") == "apus (Linux)")
    #expect(
      DefaultHeaders.userAgent(program: "a b/c\r\n", version: "1 (x)", system: "", details: "(é\n)")
        == "abc/1x")
  }
}
