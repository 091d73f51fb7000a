import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The meaning of the proxy variables for `ProxyFromEnvironment` of Go 1.19 and for curl 7.88, if
/// it differs from the one here.
///
/// They are the cases of `EnvironmentProxiesTests`, which check our own result. Without a listed
/// difference all three agree. The article on proxies has each kind.
@Suite struct ProxyVariablesOfOthersTests {
  /// The kinds of differences, with a document for each that is the reason for our choice.
  private enum Kind: String, CaseIterable {
    case letters = "CVE-2016-5385"
    case webServer = "RFC 3875 section 4.1.18"
    case allSchemes = "curl(1), ENVIRONMENT"
    case patterns = "RFC 5890 section 2.3.2.1, and the documentation of Go's httpproxy"
    case portsAndBrackets = "RFC 3986 section 3.2.2"
    case blocks = "RFC 4632 section 3.1, and RFC 4291 section 2.5.5.2"
    case spacesAndDots = "RFC 1034 section 3.1, and curl(1), NO_PROXY"
    case zones = "RFC 4007 section 11"
    case spelling = "RFC 3986 sections 3.2.2 and 6.2.2.1"
    case thisMachine = "RFC 6761 section 6.3"
  }

  /// A case in which Go or curl differs; nil if one of them does not.
  private struct Difference {
    let variables: [String: String]
    let url: String
    let go: String?
    let curl: String?

    init(
      _ variables: [String: String], _ url: String, go: String? = nil, curl: String? = nil
    ) {
      (self.variables, self.url, self.go, self.curl) = (variables, url, go, curl)
    }

    /// With one proxy, and exceptions from it.
    init(_ exceptions: String, _ url: String, go: String? = nil, curl: String? = nil) {
      self.init(["http_proxy": "p:1", "no_proxy": exceptions], url, go: go, curl: curl)
    }

    func isOf(_ one: EnvironmentProxiesTests.Case) -> Bool {
      variables == one.variables && url.utf8.elementsEqual(one.url.utf8)
    }
  }

  private static let (direct, proxy, error) = ("direct", "http://p:1", "an error")

  private static let differences: [Kind: [Difference]] = [
    .letters: [
      .init(["HTTP_PROXY": "q:1"], "http://a", curl: direct),
      .init(["http_proxy": "", "HTTP_PROXY": "q:1"], "http://a", curl: direct),
      .init(["http_proxy": "p:1", "HTTP_PROXY": "q:1"], "http://a", go: "http://q:1"),
      .init(["https_proxy": "p:1", "HTTPS_PROXY": "q:1"], "https://a", go: "http://q:1"),
      .init(["http_proxy": "p:1", "no_proxy": "b", "NO_PROXY": "a"], "http://a", go: direct),
    ],
    .webServer: [
      .init(["HTTP_PROXY": "q:1", "REQUEST_METHOD": "GET"], "http://a", go: error),
      .init(["HTTP_PROXY": "q:1", "REQUEST_METHOD": ""], "http://a", go: "http://q:1"),
      .init(["http_proxy": "p:1", "REQUEST_METHOD": "GET"], "http://a", go: error),
    ],
    .allSchemes: [
      .init(["all_proxy": "p:1"], "http://a", go: direct),
      .init(["all_proxy": "p:1"], "https://a", go: direct),
      .init(["ALL_PROXY": "socks5://p"], "https://a", go: direct),
      .init(["all_proxy": "p:1", "https_proxy": "q:1"], "http://a", go: direct),
    ],
    .patterns: [
      .init("a.com,*", "http://b", curl: proxy),
      .init("*.example.com", "http://www.example.com", curl: proxy),
      .init(".example.com", "http://example.com", curl: direct),
      .init("bücher.example", "http://xn--bcher-kva.example", curl: proxy),
      .init("bücher.example", "http://a.bücher.example", curl: proxy),
    ],
    .portsAndBrackets: [
      .init("example.com:8080", "http://example.com:8080", curl: proxy),
      .init("example.com:8080", "http://www.example.com:8080", curl: proxy),
      .init("example.com:80", "http://example.com", curl: proxy),
      .init(".example.com:80", "http://a.example.com", curl: proxy),
      .init("10.0.0.1:80", "http://10.0.0.1", curl: proxy),
      .init("[2001:db8::1]:80", "http://[2001:db8::1]", curl: proxy),
      .init("[2001:db8::1]", "http://[2001:db8::1]", go: proxy, curl: proxy),
    ],
    .blocks: [
      .init("10.0.0.0/8", "http://[::ffff:10.1.2.3]", curl: proxy),
      .init("0.0.0.0/0", "http://192.0.2.1", curl: proxy),
      .init("192.0.2.1/", "http://192.0.2.1", curl: direct),
      .init("192.0.2.1/x", "http://192.0.2.1", curl: direct),
      .init("::ffff:10.0.0.1", "http://10.0.0.1", curl: proxy),
      .init("::ffff:10.0.0.1", "http://[::ffff:a00:1]", curl: proxy),
      .init("::ffff:10.0.0.0/104", "http://10.9.9.9", curl: proxy),
      .init("2001:db8::/32", "http://[2001:db8:ffff::1]", curl: proxy),
      .init("1", "http://11.0.0.1", go: direct),
    ],
    .spacesAndDots: [
      .init("example.com", "http://example.com.", go: proxy),
      .init("example.com", "http://www.example.com.", go: proxy),
      .init("EXAMPLE.com.", "http://example.com", go: proxy),
      .init("EXAMPLE.com.", "http://www.example.com", go: proxy),
      .init("a b", "http://a", go: proxy),
      .init("a b", "http://b", go: proxy),
      .init("a b/c http://d e:x", "http://a", go: proxy),
    ],
    .zones: [
      .init("fe80::1", "http://[fe80::1%25eth0]", go: proxy),
      .init("fe80::1%eth0", "http://[fe80::1%25eth0]", go: direct),
    ],
    .spelling: [
      .init(["http_proxy": "HTTP://P:3128"], "http://a", go: "http://P:3128"),
      .init(["http_proxy": "socks5h://p:9050"], "http://a", go: "http://socks5h:"),
    ],
    .thisMachine: [("LOCALHOST", proxy), ("localhost.", proxy), ("a.localhost", proxy)]
      .flatMap(ofThisMachine)
      + ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "[::ffff:127.0.0.1]"]
      .flatMap { ofThisMachine($0, go: nil) },
  ]

  private static func ofThisMachine(_ host: String, go: String?) -> [Difference] {
    ["http://\(host):8080", "https://\(host)"].map {
      Difference(["http_proxy": "p:1", "https_proxy": "p:1"], $0, go: go, curl: proxy)
    }
  }

  @Test func `ten kinds of differences to other clients' proxy rules have a test case`() {
    #expect(Kind.allCases.count <= 10 && Kind.allCases.allSatisfy { !$0.rawValue.isEmpty })
    #expect(Self.differences.count == Kind.allCases.count)
    let all = Self.differences.values.flatMap(\.self)
    #expect(EnvironmentProxiesTests.cases.count == 164 && all.count == 60)
    for one in all {
      let cases = EnvironmentProxiesTests.cases.filter(one.isOf)
      #expect(cases.count == 1, "\(one)")
      let ours = cases.first?.proxy ?? Self.direct
      #expect(one.go != ours && one.curl != ours && (one.go ?? one.curl) != nil, "\(one)")
    }
  }

  /// curl prints its path, and reaches no server: all names lead to a port without a listener.
  @Test(.enabled(if: isOfThatVersion, "there is no curl 7.88"))
  func `curl chooses the documented proxy in each test case`() throws {
    let (folder, port) = (try TemporaryFolder(), try ReservedPort())
    let names = [1, 80, 443, 1080, 3128, 9050].map { "--resolve '*:\($0):127.0.0.1'" }
    let options =
      "-svg --stderr - --connect-to ::127.0.0.1:\(port.number) \(names.joined(separator: " "))"
    let lines = EnvironmentProxiesTests.cases.map { one in
      let variables = one.variables.map { "\($0)='\($1)'" }.joined(separator: " ")
      return "env -i PATH=\"$PATH\" LC_ALL=C.UTF-8 \(variables) curl \(options) '\(one.url)'"
    }
    let script = lines.enumerated().map { "\($1) >'\($0)'" }.joined(separator: "\n")
    _ = try folder.write(Array(script.utf8), to: "ask")
    _ = folder.run("sh ask")
    let differences = Self.differences.values.flatMap(\.self)
    for (index, one) in EnvironmentProxiesTests.cases.enumerated() {
      let said = try Files.contents(of: "\(folder.path)/\(index)")
      let isProxied = said.split(separator: 0x0a).contains { line in
        let line = String(decoding: line, as: UTF8.self).lowercased()
        return line.hasPrefix("* uses proxy env variable ")
          && !line.hasPrefix("* uses proxy env variable no_proxy")
      }
      let other = differences.first { $0.isOf(one) }?.curl
      #expect(isProxied == ((other ?? one.proxy ?? Self.direct) != Self.direct), "\(one)")
    }
  }

  /// A Boolean value that indicates whether curl has the version of the differences: with
  /// `APUS_STRICT` set to 1 it must.
  private static var isOfThatVersion: Bool {
    guard !Surroundings.isStrict, let folder = try? TemporaryFolder() else { return true }
    return folder.run("curl --version | grep '^curl 7[.]88'") == 0
  }
}
