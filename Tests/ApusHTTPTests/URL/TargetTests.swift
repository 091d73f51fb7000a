import ApusHTTP
import Testing

/// The insertion of values into the target of a request.
///
/// RFC 3986 sections 2.3 and 3.3.
struct TargetTests {
  @Test(arguments: [
    ("../../admin", "users/..%2F..%2Fadmin"), ("a b", "users/a%20b"),
    ("a/b?c#d", "users/a%2Fb%3Fc%23d"),
    ("é", "users/%C3%A9"), ("%2e%2e", "users/%252e%252e"), ("a;b=c,d", "users/a%3Bb%3Dc%2Cd"),
    ("-._~", "users/-._~"), ("https://evil.example/", "users/https%3A%2F%2Fevil.example%2F"),
    ("\r\nHost: x", "users/%0D%0AHost%3A%20x"), ("...", "users/..."), ("a@b:c", "users/a%40b%3Ac"),
  ])
  func `an interpolated path value with slashes remains a single path segment`(
    _ value: String, _ expected: String
  ) throws {
    let target: HTTP.Target = "users/\(value)"
    #expect(target.text == expected)
    try target.check()
    let url = try HTTP.URL("https://api.example.com/v1/").resolving(target.text)
    #expect(url.path == "/v1/" + expected && url.query == nil && url.fragment == nil)
  }

  @Test func `an interpolated query value with delimiters remains a single query value`() throws {
    let (words, page) = ("a&b=c+d#e/f?", 2)
    let target: HTTP.Target = "search?q=\(words)&page=\(page)"
    #expect(target.text == "search?q=a%26b%3Dc%2Bd%23e%2Ff%3F&page=2")
    let items = try HTTP.URL("https://h/\(target.text)").queryItems
    #expect(items.map(\.value) == [words, "2"])
  }

  @Test(arguments: ["", ".", ".."])
  func `an interpolated value that makes a path segment empty or a dot is an error`(_ value: String)
  {
    let fault: HTTP.InvalidURL = value.isEmpty ? .emptySegment : .dotSegment
    let targets: [HTTP.Target] = [
      "users/\(value)", "users/\(value)/posts", "\(value)/posts", "/\(value)/posts",
      "https://h/a/\(value)?b", "a/\(value)#b",
    ]
    for target in targets {
      #expect(throws: fault, "\(target)") { try target.check() }
    }
  }

  @Test func `a dot segment of literal text and an interpolated value is an error`() throws {
    let (dot, escaped, empty, name) = (".", "%2e", "", "a")
    let bad: [HTTP.Target] = ["a/.\(dot)/b", "a/%2e\(dot)", "a/%2E\(empty)", "\(dot)\(dot)/a"]
    for target in bad { #expect(throws: HTTP.InvalidURL.dotSegment) { try target.check() } }
    let good: [HTTP.Target] = [
      "a/.\(name)", "a/\(escaped)", "a/\(empty)\(name)", "a/x\(empty)", "a/...\(empty)",
      "a?b=\(empty)&c=\(dot)", "../\(name)", "a//\(name)", "a/\(name)/", "a#\(dot)/..",
    ]
    for target in good { try target.check() }
  }

  @Test func `numbers, raw values, raw text and URLs can be interpolated into a target`() throws {
    enum Order: String { case newest = "new first" }
    let (raw, url) = ("a/b?c=d", try HTTP.URL("https://h:8443/v1"))
    let targets: [(HTTP.Target, String)] = [
      ("\(7)/\(-1.5)/\(true)", "7/-1.5/true"), ("\(Order.newest)", "new%20first"),
      ("x/\(raw: raw)", "x/a/b?c=d"), ("\(url)/users", "https://h:8443/v1/users"),
      ("login?next=\(url)", "login?next=https%3A%2F%2Fh%3A8443%2Fv1"),
      (.reference("../\(raw)"), "../a/b?c=d"), (.url(url), "https://h:8443/v1"),
    ]
    for (target, text) in targets {
      #expect(target.text == text && "\(target)" == text)
      try target.check()
    }
  }

  @Test func `a target with an invalid segment is still rejected with an appended query`() {
    let nothing = ""
    var target: HTTP.Target = "users/\(nothing)#top"
    target.append(query: "a=b")
    #expect(target.text == "users/?a=b#top")
    #expect(throws: HTTP.InvalidURL.emptySegment) { try target.check() }
  }
}

/// Durations in targets, and their decimal form.
struct TargetDurationTests {
  @Test(
    arguments: [
      (.seconds(3), "3"), (.milliseconds(250), "0.25"), (.zero, "0"), (.seconds(-3), "-3"),
      (.milliseconds(-1_500), "-1.5"), (.milliseconds(-250), "-0.25"),
      (Duration(secondsComponent: 0, attosecondsComponent: 1), "0.000000000000000001"),
      (Duration(secondsComponent: 7, attosecondsComponent: 10), "7.00000000000000001"),
      (.seconds(Int64.max), "9223372036854775807"), (.seconds(Int64.min), "-9223372036854775808"),
      (Duration(attoseconds: .min), "-170141183460469231731.687303715884105728"),
      (Duration(attoseconds: .max), "170141183460469231731.687303715884105727"),
    ] as [(Duration, String)])
  func `a duration in a request target is written as a decimal number of seconds`(
    time: Duration, text: String
  ) {
    #expect(time.decimalSeconds == text)
    #expect(("wait/\(time)?within=\(time)" as HTTP.Target).text == "wait/\(text)?within=\(text)")
  }
}
