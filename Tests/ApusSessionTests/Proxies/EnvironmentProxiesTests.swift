import ApusHTTP
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The variables of an environment that name proxies.
///
/// They have no standard. If programs differ, this follows Go's `httpproxy`, with these exceptions:
/// small letters precede capitals, as in curl; `all_proxy` is used, as in curl; entries may have
/// spaces around them, as in curl; and in a program that a web server has started `HTTP_PROXY` is
/// ignored instead of being an error.
@Suite struct EnvironmentProxiesTests {
  /// The variables of an environment, a URL, and its proxy.
  struct Case: Sendable, CustomTestStringConvertible {
    let variables: [String: String]
    let url: String
    let proxy: String?

    init(_ variables: [String: String], _ url: String, _ proxy: String?) {
      (self.variables, self.url, self.proxy) = (variables, url, proxy)
    }

    var testDescription: String { "\(variables) \(url)" }
  }

  private func check(_ one: Case) throws {
    let variables = try EnvironmentProxies(one.variables)
    let proxy = variables.proxy(for: try HTTP.URL(one.url).origin)
    #expect(proxy?.description == one.proxy, "\(one.testDescription)")
  }

  /// The variables in their precedence.
  private static let variables = [
    Case([:], "http://a", nil),
    Case(["http_proxy": "p"], "http://a", "http://p:80"),
    Case(["http_proxy": ""], "http://a", nil),
    Case(["http_proxy": "p:3128"], "http://a", "http://p:3128"),
    Case(["http_proxy": "p:3128"], "https://a", nil),
    Case(["http_proxy": "http://p:3128/"], "http://a", "http://p:3128"),
    Case(["http_proxy": "HTTP://P:3128"], "http://a", "http://p:3128"),
    Case(["http_proxy": "https://p"], "http://a", "https://p:443"),
    Case(["http_proxy": "socks5://p"], "http://a", "socks5://p:1080"),
    Case(["http_proxy": "socks5h://p:9050"], "http://a", "socks5://p:9050"),
    Case(["http_proxy": "http://u:p%40ss@p:1"], "http://a", "http://p:1"),
    Case(["http_proxy": "u:p@p:1"], "http://a", "http://p:1"),
    Case(["http_proxy": "[::1]:1"], "http://a", "http://[::1]:1"),
    Case(["http_proxy": "127.0.0.2:1"], "http://a", "http://127.0.0.2:1"),
    Case(["http_proxy": "localhost:1"], "http://a", "http://localhost:1"),
    Case(["HTTP_PROXY": "q:1"], "http://a", "http://q:1"),
    Case(["http_proxy": "p:1", "HTTP_PROXY": "q:1"], "http://a", "http://p:1"),
    Case(["http_proxy": "", "HTTP_PROXY": "q:1"], "http://a", "http://q:1"),
    Case(["HTTP_PROXY": "q:1", "REQUEST_METHOD": "GET"], "http://a", nil),
    Case(["HTTP_PROXY": "q:1", "REQUEST_METHOD": ""], "http://a", nil),
    Case(["http_proxy": "p:1", "REQUEST_METHOD": "GET"], "http://a", "http://p:1"),
    Case(["HTTPS_PROXY": "q:1", "REQUEST_METHOD": "GET"], "https://a", "http://q:1"),
    Case(["https_proxy": "p:1"], "https://a", "http://p:1"),
    Case(["https_proxy": "p:1"], "http://a", nil),
    Case(["HTTPS_PROXY": "p:1"], "https://a", "http://p:1"),
    Case(["https_proxy": "p:1", "HTTPS_PROXY": "q:1"], "https://a", "http://p:1"),
    Case(["all_proxy": "p:1"], "http://a", "http://p:1"),
    Case(["all_proxy": "p:1"], "https://a", "http://p:1"),
    Case(["ALL_PROXY": "socks5://p"], "https://a", "socks5://p:1080"),
    Case(["all_proxy": "p:1", "https_proxy": "q:1"], "https://a", "http://q:1"),
    Case(["all_proxy": "p:1", "https_proxy": "q:1"], "http://a", "http://p:1"),
    Case(["all_proxy": "p:1", "no_proxy": "a"], "http://a", nil),
    Case(["http_proxy": "p:1", "NO_PROXY": "a"], "http://a", nil),
    Case(["http_proxy": "p:1", "no_proxy": "b", "NO_PROXY": "a"], "http://a", "http://p:1"),
    Case(["http_proxy": "p:1", "no_proxy": "", "NO_PROXY": "a"], "http://a", nil),
  ]

  @Test func `proxy variables of the environment apply in their documented order`() throws {
    for one in Self.variables { try check(one) }
  }

  @Test(arguments: [
    "", "ftp://p", "socks4://p:1", "p:0", "p:99999", "p q", "http://p/path", "http://p?q",
    "http://u:%zz@p", "http://",
  ])
  func `an invalid proxy variable of the environment is an error`(text: String) {
    guard !text.isEmpty else { return }
    for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"] {
      #expect(throws: HTTPSession.InvalidSetting.self) { try EnvironmentProxies([name: text]) }
    }
  }

  /// The value of `no_proxy`, the URLs without a proxy, and those with one.
  private static let exceptions: [(entries: String, direct: [String], proxied: [String])] = [
    ("", [], ["http://a", "http://10.0.0.1"]),
    ("*", ["http://a", "http://10.0.0.1", "http://[2001:db8::1]:8080", "http://b.c."], []),
    ("a.com,*", ["http://b"], []),
    ("**", [], ["http://a"]),
    (
      "example.com",
      [
        "http://example.com", "http://EXAMPLE.com", "http://www.example.com",
        "http://example.com:81",
        "http://a.b.example.com", "http://example.com.", "http://www.example.com.",
      ],
      ["http://badexample.com", "http://example.com.evil.org", "http://com", "http://xample.com"]
    ),
    ("EXAMPLE.com.", ["http://example.com", "http://www.example.com"], ["http://example.org"]),
    (
      ".example.com", ["http://www.example.com", "http://a.b.example.com"],
      ["http://example.com", "http://badexample.com"]
    ),
    ("*.example.com", ["http://www.example.com"], ["http://example.com", "http://example.org"]),
    ("bücher.example", ["http://xn--bcher-kva.example", "http://a.bücher.example"], []),
    ("com", ["http://example.com"], ["http://example.org"]),
    (
      "example.com:8080", ["http://example.com:8080", "http://www.example.com:8080"],
      ["http://example.com", "http://example.com:80", "http://example.com:8081"]
    ),
    ("example.com:80", ["http://example.com"], ["http://example.com:8080"]),
    (
      ".example.com:80", ["http://a.example.com"],
      ["http://a.example.com:81", "http://example.com"]
    ),
    (
      "10.0.0.1", ["http://10.0.0.1", "http://10.0.0.1:81"],
      ["http://10.0.0.11", "http://110.0.0.1"]
    ),
    ("10.0.0.1:80", ["http://10.0.0.1"], ["http://10.0.0.1:81"]),
    (
      "10.0.0.0/8", ["http://10.0.0.1", "http://10.255.255.255", "http://[::ffff:10.1.2.3]"],
      ["http://11.0.0.1", "http://9.255.255.255", "http://a10.0.0.0.example"]
    ),
    ("10.1.2.3/8", ["http://10.200.0.1"], ["http://11.0.0.1"]),
    ("0.0.0.0/0", ["http://192.0.2.1"], ["http://[2001:db8::1]", "http://a"]),
    ("192.0.2.1/32", ["http://192.0.2.1"], ["http://192.0.2.2"]),
    ("192.0.2.1/33", [], ["http://192.0.2.1"]),
    ("192.0.2.1/", [], ["http://192.0.2.1"]),
    ("192.0.2.1/x", [], ["http://192.0.2.1"]),
    ("::ffff:10.0.0.1", ["http://10.0.0.1", "http://[::ffff:a00:1]"], ["http://10.0.0.2"]),
    ("::ffff:10.0.0.0/104", ["http://10.9.9.9"], ["http://11.0.0.1"]),
    (
      "2001:db8::1", ["http://[2001:db8::1]", "http://[2001:DB8:0::1]:81"], ["http://[2001:db8::2]"]
    ),
    ("[2001:db8::1]", ["http://[2001:db8::1]"], ["http://[2001:db8::2]"]),
    ("[2001:db8::1]:80", ["http://[2001:db8::1]"], ["http://[2001:db8::1]:81"]),
    ("2001:db8::/32", ["http://[2001:db8:ffff::1]"], ["http://[2001:db9::1]", "http://10.0.0.1"]),
    ("2001:db8::/129", [], ["http://[2001:db8::]"]),
    ("fe80::1", ["http://[fe80::1]", "http://[fe80::1%25eth0]"], ["http://[fe80::2%25eth0]"]),
    ("fe80::1%eth0", [], ["http://[fe80::1%25eth0]", "http://[fe80::1]"]),
    ("[fe80::1%25.example.com]:80", [], ["http://[fe80::1]", "http://www.example.com"]),
    ("a,b", ["http://a", "http://b"], ["http://c"]),
    ("a, b ,\tc", ["http://a", "http://b", "http://c"], ["http://d"]),
    ("a b", ["http://a", "http://b"], ["http://c"]),
    (",,a,,", ["http://a"], ["http://b"]),
    ("a b/c http://d e:x", ["http://a"], ["http://b", "http://d", "http://e"]),
    ("-,.,*.,:80,[],[::1", [], ["http://a", "http://[::2]"]),
    ("1", [], ["http://a1", "http://11.0.0.1"]),
  ]

  private static let excepted: [Case] = exceptions.flatMap { entries, direct, proxied in
    let variables = ["http_proxy": "p:1", "no_proxy": entries]
    return direct.map { Case(variables, $0, nil) }
      + proxied.map { Case(variables, $0, "http://p:1") }
  }

  @Test func `hosts in the no_proxy variable are requested without a proxy`() throws {
    for one in Self.excepted { try check(one) }
  }

  private static let ofThisMachine: [Case] = {
    let variables = ["http_proxy": "p:1", "https_proxy": "p:1"]
    let here = [
      "localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]",
      "[::ffff:127.0.0.1]",
    ]
    let elsewhere = [
      "localhost.example", "notlocalhost", "128.0.0.1", "[::2]", "[::ffff:128.0.0.1]",
    ]
    return here.map { Case(variables, "http://\($0):8080", nil) }
      + here.map { Case(variables, "https://\($0)", nil) }
      + elsewhere.map { Case(variables, "http://\($0)", "http://p:1") }
  }()

  @Test func `loopback hosts and addresses are requested without a proxy`() throws {
    for one in Self.ofThisMachine { try check(one) }
  }

  /// All of the cases above, which were also given to Go and curl.
  static let cases = variables + excepted + ofThisMachine

  @Test func `invalid no_proxy entries are reported as an ignored event`() async throws {
    let notes = EventNotes()
    func session(_ variables: [String: String]) throws -> HTTPSession {
      try HTTPSession("http://a.test/") {
        $0.monitors.append(notes)
        $0.proxies = .environment(variables)
      }
    }
    let entries = "a.test,10.1.2.*, http://x x/ [::1%25lo] .svc,192.0.2.1/33,http://u:sesame@h"
    let told = ["10.1.2.*", "http://x", "x/", "[::1%25lo]", "192.0.2.1/33", "http://…"]
    let one = try session(["https_proxy": "p:1", "no_proxy": entries])
    #expect(one.ignoredSettings.map(\.value) == told)
    #expect(one.ignoredSettings.allSatisfy { $0.name == "no_proxy" })
    #expect(notes.words(of: nil) == told.map { "ignored \($0)" })
    #expect(notes.events.allSatisfy { !"\($0)".contains("sesame") })
    let text = notes.events.first.map { "\($0)" }
    #expect(text?.hasPrefix("a setting is ignored: the setting no_proxy must be") == true)
    // Valid entries are not reported, nor are entries without a proxy.
    for variables in [["http_proxy": "p:1", "no_proxy": "a.test, *"], ["no_proxy": entries]] {
      let other = try session(variables)
      #expect(other.ignoredSettings.isEmpty)
      await other.shutdown()
    }
    await one.shutdown()
  }

  @Test func `the user and password in a proxy's URL become its credential`() throws {
    let proxy = try HTTPSession.Proxy("http://svc:open%20sesame@p:1")
    #expect(proxy == (try .http("p:1", .ofProxy)))
    #expect(proxy != (try .http("p:1")))
    #expect(proxy != (try HTTPSession.Proxy("http://svc@p:1")))
    #expect(proxy != (try HTTPSession.Proxy("https://svc:open%20sesame@p:1")))
  }
}
