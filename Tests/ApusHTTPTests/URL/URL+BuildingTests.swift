import ApusHTTP
import Testing

/// RFC 3986 section 3.3 and 3.4.
struct URLBuildingTests {
  private func url(_ text: String) throws -> HTTP.URL { try HTTP.URL(text) }

  @Test(arguments: [
    ("http://h", "a", "http://h/a"), ("http://h/", "a", "http://h/a"),
    ("http://h/a", "b", "http://h/a/b"), ("http://h/a/?q#f", "b", "http://h/a/b?q#f"),
    ("http://h/a", "", "http://h/a/"), ("http://h/a/", "", "http://h/a/"),
    ("http://h/a", "b/../c", "http://h/a/b%2F..%2Fc"), ("http://h/a", "%2e", "http://h/a/%252e"),
    ("http://h/a", "x y;z", "http://h/a/x%20y%3Bz"),
    ("http://h/a", "日本", "http://h/a/%E6%97%A5%E6%9C%AC"),
    ("http://h/a", "\\\r\n\u{0}", "http://h/a/%5C%0D%0A%00"),
    ("http://h/a", "...", "http://h/a/..."),
  ])
  func `a slash in an appended path segment is percent-encoded`(
    _ base: String, segment: String, result: String
  ) throws {
    #expect(try url(base).appending(segment: segment).description == result)
  }

  @Test(arguments: [".", ".."])
  func `appending the path segment . or .. is rejected`(_ segment: String) throws {
    let base = try url("http://h/users/")
    #expect(throws: HTTP.InvalidURL.dotSegment) { try base.appending(segment: segment) }
  }

  @Test(arguments: [
    ("http://h/a", "x=1", "http://h/a?x=1"), ("http://h/a?x=1", "y=2", "http://h/a?x=1&y=2"),
    ("http://h/a?", "x=1", "http://h/a?&x=1"), ("http://h/a#f", "x=1", "http://h/a?x=1#f"),
    ("http://h/a", "", "http://h/a"), ("http://h/a?", "", "http://h/a?"),
    ("http://h", "a[]=é", "http://h?a%5B%5D=%C3%A9"), ("http://h", "a#b", "http://h?a%23b"),
  ])
  func `an appended query is inserted after the existing query and before the fragment`(
    _ base: String, query: String, result: String
  ) throws {
    #expect(try url(base).appending(query: query).description == result)
  }

  @Test func `an appended query with a line break or an invalid percent sign is rejected`() throws {
    let base = try url("http://h/")
    #expect(throws: HTTP.InvalidURL.forbiddenByte(at: 1, byte: 0x0d)) {
      try base.appending(query: "a\r\nb")
    }
    #expect(throws: HTTP.InvalidURL.malformedPercentEncoding(at: 2)) {
      try base.appending(query: "a=%zz")
    }
  }

  @Test func `query parameters that are appended to a URL are read back unchanged`() throws {
    let items: [(name: String, value: String?)] = [
      ("q", "a b+c&d=e#f%"), ("empty", ""), ("flag", nil), ("ключ", "значение"), ("q", "/again?"),
      ("crlf", "\r\n"), ("mark", "&\u{301}"),
    ]
    let made = try url("http://h/a?first=1").appending(queryItems: items)
    let read = try made.queryItems
    #expect(read.map(\.name) == ["first"] + items.map(\.name))
    #expect(read.map(\.value) == ["1"] + items.map(\.value))
    #expect(
      made.description.hasPrefix("http://h/a?first=1&q=a%20b%2Bc%26d%3De%23f%25&empty=&flag&"))
  }

  @Test func `appending no query parameters leaves the URL unchanged`() throws {
    #expect(try url("http://h/a").appending(queryItems: []).query == nil)
    #expect(try url("http://h/a").queryItems.isEmpty)
    #expect(try url("http://h/a?").queryItems.isEmpty)
  }

  @Test func `query parameters are read with + as a space and without empty parameters`() throws {
    let items = try url("http://h/?a+b=c+d&&=x&a=b=c&k").queryItems
    #expect(items.map(\.name) == ["a b", "", "a", "k"])
    #expect(items.map(\.value) == ["c d", "x", "b=c", nil])
  }

  @Test func `a query parameter that is not valid UTF-8 is rejected`() throws {
    let bad = try url("http://h/?ok=1&x=%ff")
    #expect(throws: HTTP.InvalidURL.malformedQueryItem(at: 7)) { try bad.queryItems }
  }

  @Test func `a URL with an appended query cannot exceed the length limit`() throws {
    let base = try url("http://h/")
    let room = HTTP.URL.limit - base.description.utf8.count
    let atLimit = String(repeating: "a", count: room)
    #expect(try base.appending(segment: atLimit).description.utf8.count == HTTP.URL.limit)
    #expect(throws: HTTP.InvalidURL.tooLong(count: HTTP.URL.limit + 1, limit: HTTP.URL.limit)) {
      try base.appending(segment: atLimit + "a")
    }
    #expect(throws: HTTP.InvalidURL.tooLong(count: HTTP.URL.limit + 1, limit: HTTP.URL.limit)) {
      try base.appending(query: atLimit)
    }
  }
}
