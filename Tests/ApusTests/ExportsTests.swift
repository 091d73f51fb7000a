import Apus
import Testing

@Suite struct ExportsTests {
  @Test func `importing only Apus provides messages, JSON documents and settings`() throws {
    let url = try HTTP.URL("https://Example.com:443/a/../b")
    let document = try JSON.Value(parsing: #"{"url":["\#(url)"]}"#)
    #expect(document["url"]?[0]?.string == "https://example.com/b")
    #expect(HTTPSession.Timeouts().connect == .seconds(10))
    #expect(TLS.Version.tls13.rawValue == 0x0304)
    #expect(X509.Version.v3.rawValue == 2)
  }
}
