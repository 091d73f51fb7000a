import ApusHTTP
import Testing

/// RFC 3986 section 5.
struct URLResolutionTests {
  private let base = "http://a/b/c/d;p?q"

  private func resolve(_ reference: String, against base: String) throws -> String {
    try HTTP.URL(base).resolving(HTTP.Reference(reference)).description
  }

  /// RFC 3986 section 5.4.1.
  @Test(arguments: [
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
  ])
  func `the normal resolution examples of RFC 3986 give the expected URLs`(
    _ reference: String, target: String
  ) throws {
    #expect(try resolve(reference, against: base) == target)
  }

  /// RFC 3986 section 5.4.2.
  @Test(arguments: [
    ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"),
    ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
  ])
  func `the abnormal resolution examples of RFC 3986 give the expected URLs`(
    _ reference: String, target: String
  ) throws {
    #expect(try resolve(reference, against: base) == target)
  }

  /// The first row of section 5.4.1 and the last of section 5.4.2: both keep their scheme there,
  /// and so are not URLs of HTTP.
  @Test func `an absolute reference replaces the base URL`() {
    #expect(throws: HTTP.InvalidURL.unsupportedScheme("g")) { try resolve("g:h", against: base) }
    #expect(throws: HTTP.InvalidURL.missingAuthority(at: 5)) {
      try resolve("http:g", against: base)
    }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://h/x", "data:,x", "javascript:alert(1)", "ws://h/"])
  func `resolving a reference with a scheme other than http and https is rejected`(
    _ reference: String
  ) {
    let scheme = String(reference.prefix { $0 != ":" })
    #expect(throws: HTTP.InvalidURL.unsupportedScheme(scheme)) {
      try resolve(reference, against: base)
    }
  }

  @Test func `a reference is resolved against the root if the base URL has no path`() throws {
    #expect(try resolve("g", against: "http://a") == "http://a/g")
    #expect(try resolve("../g", against: "http://a") == "http://a/g")
    #expect(try resolve("", against: "http://a") == "http://a")
    #expect(try resolve("?y", against: "http://a?x#s") == "http://a?y")
  }

  @Test func `a reference with a host but no scheme inherits the scheme of the base URL`()
    throws
  {
    #expect(try resolve("//h:443/x", against: "https://a:8443/") == "https://h/x")
    #expect(try resolve("//h:443/x", against: "http://a:8080/") == "http://h:443/x")
  }

  @Test func `a relative reference inherits the origin of the base URL, including its zone`() throws
  {
    let base = try HTTP.URL("https://[fe80::1%25eth0]:8443/a")
    #expect(try base.resolving("/b").origin == base.origin)
    #expect(try base.resolving("https://[fe80::1]:8443/b").origin != base.origin)
  }

  @Test func `a URL without a fragment inherits the fragment of another URL`() throws {
    let old = try HTTP.URL("http://a/b#old")
    #expect(try HTTP.URL("http://c/d").inheritingFragment(of: old).description == "http://c/d#old")
    #expect(try HTTP.URL("http://c/#n").inheritingFragment(of: old).description == "http://c/#n")
  }

  @Test func `a long base URL and a long reference can exceed the length limit together`() throws {
    let half = String(repeating: "a", count: HTTP.URL.limit / 2)
    let base = try HTTP.URL("http://h/\(half)/")
    #expect(throws: HTTP.InvalidURL.tooLong(count: HTTP.URL.limit + 10, limit: HTTP.URL.limit)) {
      try base.resolving(half)
    }
  }
}
