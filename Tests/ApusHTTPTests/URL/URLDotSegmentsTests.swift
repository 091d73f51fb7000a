import Testing

@testable import ApusHTTP

/// RFC 3986 section 5.2.4.
struct URLDotSegmentsTests {
  @Test(arguments: [
    ("", ""), ("/", "/"), ("//", "//"), ("/a/b", "/a/b"), ("/a//b", "/a//b"),
    ("/a/b/c/./../../g", "/a/g"), ("/.", "/"), ("/./", "/"), ("/..", "/"), ("/../", "/"),
    ("/a/.", "/a/"), ("/a/..", "/"), ("/a/b/..", "/a/"), ("/a//../b", "/a/b"), ("/a/../../b", "/b"),
    ("/...", "/..."), ("/.a", "/.a"), ("/a.", "/a."), ("/..;x", "/..;x"), ("/.//x", "//x"),
  ])
  func `the segments . and .. are removed from a path`(_ path: String, result: String) {
    #expect(HTTP.URL.removingDotSegments(path) == result)
  }

  @Test(arguments: [
    ("/a/%2e%2e/b", "/b"), ("/a/%2E/b", "/a/b"), ("/a/.%2e/b", "/b"), ("/a/%2E.", "/"),
    ("/a/%2e%2e%2e/b", "/a/%2e%2e%2e/b"), ("/a/%2f../b", "/a/%2f../b"),
    ("/a/%252e%252e/b", "/a/%252e%252e/b"),
  ])
  func `a percent-encoded dot segment such as %2e is removed from a path`(
    _ path: String, result: String
  ) {
    #expect(HTTP.URL.removingDotSegments(path) == result)
  }

  @Test func `removing dot segments a second time does not change the path`() {
    for path in ["/a/b/../c/./..//../..", "/.//..//.", "/%2e%2e/../%2e/.."] {
      let once = HTTP.URL.removingDotSegments(path)
      #expect(HTTP.URL.removingDotSegments(once) == once)
    }
  }
}
