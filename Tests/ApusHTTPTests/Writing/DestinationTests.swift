import ApusHTTP
import Testing

/// The destination of a request, and no other part of a URL.
struct DestinationTests {
  @Test func `the destination of a request omits the URL's fragment, zone and user`() throws {
    let url = try HTTP.URL.parse("http://user:hidden@[fe80::1%25eth0]:81/a?b#hidden").url
    let destination = HTTP.Destination(url)
    #expect(destination.path == "/a" && destination.query == "b")
    #expect(destination.origin.authority == "[fe80::1]:81")
    for shown in Shown.everyWay(destination) { #expect(!shown.contains("hidden")) }
  }

  @Test(arguments: [
    ("h", nil, "h"), ("H.Example", nil, "h.example"), ("h.", nil, "h."), ("h", 80, "h"),
    ("h", 81, "h:81"), ("1.2.3.4", nil, "1.2.3.4"), ("[::1]", 1, "[::1]:1"),
    ("[0:0::1]", nil, "[::1]"), ("xn--mnchen-3ya.de", nil, "xn--mnchen-3ya.de"),
    ("h", 65_535, "h:65535"),
  ])
  func `the host of a request destination is converted to canonical form`(
    _ host: String, port: Int?, authority: String
  ) throws {
    let destination = try HTTP.Destination(scheme: .http, host: host, port: port)
    #expect(destination.origin.authority == authority)
    #expect(destination.path == "/" && destination.query == nil)
  }

  @Test(arguments: [
    "", " ", "a b", "a/b", "a?b", "a#b", "a\\b", "u@h", "h:80", "::1", "[::1", "[::1]:80", "[]",
    "a%41", "%2f", "a\r\nX: y", "a\0b", "caf\u{e9}", "b\u{fc}cher.de", "1.2.3", "0x7f.1", "h:",
    "[::1]:", "-",
    "a..b",
    "\u{ff41}", "a\u{3002}b", "\u{212a}",
  ])
  func `a request destination with an invalid host is rejected`(_ host: String) {
    for port in [nil, 80] {
      #expect(throws: HTTP.WriteError.invalidHost) {
        try HTTP.Destination(scheme: .http, host: host, port: port)
      }
    }
  }

  @Test(arguments: [0, -1, 65_536, Int.max, Int.min])
  func `a request destination with a port outside 1 to 65535 is rejected`(_ port: Int) {
    #expect(throws: HTTP.WriteError.invalidPort(port)) {
      try HTTP.Destination(scheme: .https, host: "h", port: port)
    }
  }

  @Test func `the default port of a request destination is 80 for http and 443 for https`() throws {
    #expect(
      try HTTP.Destination(scheme: .https, host: "h", port: 443).origin
        == HTTP.Destination(scheme: .https, host: "h").origin)
    #expect(try HTTP.Destination(scheme: .https, host: "h", port: 80).origin.authority == "h:80")
    #expect(
      try HTTP.Destination(scheme: .http, host: "h")
        != HTTP.Destination(scheme: .https, host: "h"))
  }

  @Test func `a destination from a URL equals a destination from the URL's components`() throws {
    #expect(
      try HTTP.Destination.known("https://H:444/a?b")
        == HTTP.Destination(scheme: .https, host: "h", port: 444, path: "/a", query: "b"))
  }
}
