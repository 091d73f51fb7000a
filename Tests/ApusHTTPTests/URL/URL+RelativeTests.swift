import ApusHTTP
import Testing

/// AFNetworking's rules for base URLs.
struct URLRelativeTests {
  @Test(arguments: [
    ("http://h/a", "http://h/a/"),
    ("http://h/a?x=1", "http://h/a/?x=1"),
    ("http://h/a/b#f", "http://h/a/b/#f"),
    ("http://h/a/", "http://h/a/"),
    ("http://h/a/?x=1", "http://h/a/?x=1"),
    ("http://h/a?x=/", "http://h/a?x=/"),
    ("http://h/", "http://h/"),
    ("http://h", "http://h"),
    ("http://h?x=1", "http://h?x=1"),
  ])
  func `a slash is appended to a nonempty path of a base URL`(
    _ text: String, base: String
  ) throws {
    #expect(try HTTP.URL(text).asBase().description == base)
    #expect(try HTTP.URL(text).asBase().asBase().description == base)
  }

  @Test(arguments: [
    ("foo", "https://h/v1/foo"),
    ("foo?bar=baz", "https://h/v1/foo?bar=baz"),
    ("/foo", "https://h/foo"),
    ("foo/", "https://h/v1/foo/"),
    ("/foo/", "https://h/foo/"),
    ("", "https://h/v1/"),
    ("../foo", "https://h/foo"),
    ("http://other:81/foo", "http://other:81/foo"),
    ("//other/foo", "https://other/foo"),
  ])
  func `a relative reference is resolved below the path of the base URL`(
    _ text: String, target: String
  )
    throws
  {
    #expect(try HTTP.URL("https://h/v1").asBase().resolving(text).description == target)
  }

  @Test func `a relative reference without a base URL is rejected`() throws {
    #expect(try HTTP.URL("https://h/v1/foo").description == "https://h/v1/foo")
    #expect(throws: HTTP.InvalidURL.missingScheme) { try HTTP.URL("foo") }
    #expect(throws: HTTP.InvalidURL.missingScheme) { try HTTP.URL("//h/foo") }
    #expect(throws: HTTP.InvalidURL.missingScheme) { try HTTP.URL("") }
  }

  @Test func `resolving a text with a space or an unsupported scheme throws an error`() throws {
    let base = try HTTP.URL("https://h/v1/")
    #expect(throws: HTTP.InvalidURL.forbiddenByte(at: 3, byte: 0x20)) {
      try base.resolving("foo bar")
    }
    #expect(throws: HTTP.InvalidURL.unsupportedScheme("localhost")) {
      try base.resolving("localhost:8080/foo")
    }
  }

  @Test func `a base URL of maximum length to which a slash is appended is rejected`() throws {
    let start = "http://h/"
    let path = String(repeating: "a", count: HTTP.URL.limit - start.utf8.count)
    let limit = HTTP.URL.limit
    #expect(throws: HTTP.InvalidURL.tooLong(count: limit + 1, limit: limit)) {
      try HTTP.URL(start + path).asBase()
    }
  }
}
