import ApusHTTP
import Testing

/// RFC 3986 section 4.2: a plain reference has the same result as after a full parse.
struct URLPlainReferenceTests {
  static let bases = ["http://h", "http://h/", "https://h:8/a/b/", "http://h/a/b", "http://h/a?q"]

  /// Compares a text with itself as any reference; true if it is plain.
  private func isPlain(_ text: String, behind base: HTTP.URL) throws -> Bool {
    guard let plain = base.resolving(plain: text) else { return false }
    let whole = try base.resolving(text)
    if plain != whole { Issue.record("\(text) is \(plain) as plain, and \(whole)") }
    return true
  }

  /// Every text of up to three of the octets that have a meaning in a reference.
  @Test(arguments: bases)
  func `the fast resolution of plain references equals the general resolution`(_ base: String)
    throws
  {
    let base = try HTTP.URL(base)
    let octets = Array("/.:a?#%@ \\é".unicodeScalars).map(String.init)
    var (texts, plainCount) = ([""], 0)
    for _ in 1...3 {
      texts = texts.flatMap { text in octets.map { text + $0 } }
      for text in texts where try isPlain(text, behind: base) { plainCount += 1 }
    }
    #expect(plainCount > 5)
    #expect(base.resolving(plain: "") == nil)
  }

  /// Every text of up to four parts, some of them triplets or similar.
  @Test(arguments: bases)
  func `a plain reference with percent-encoded bytes resolves like any reference`(_ base: String)
    throws
  {
    let base = try HTTP.URL(base)
    let parts = ["/", ".", "b", "?", "%2e", "%2F", "%e9", "%2", "%g0", "%"]
    var (texts, plainCount) = ([""], 0)
    for _ in 1...4 {
      texts = texts.flatMap { text in parts.map { text + $0 } }
      for text in texts where try isPlain(text, behind: base) { plainCount += 1 }
    }
    #expect(plainCount > 100)
  }

  @Test func `users/7 is a plain reference, and ../a and http://h/a are not`() throws {
    let base = try HTTP.URL("http://h/api/")
    for text in ["users/7", "/users/7?page=2&q=a%20b", "a%20b/c.json?x", "a?", "/", "a/?b=c/d:e"] {
      #expect(try isPlain(text, behind: base), "\(text)")
    }
    for text in ["../a", "a/..", "%2e%2e/a", "//h/a", "a//b", "http://h/a", "a#b", "?a", "a?b#c"] {
      #expect(base.resolving(plain: text) == nil, "\(text)")
    }
  }

  @Test func `a plain reference that makes the URL too long is not resolved`() throws {
    let half = String(repeating: "a", count: HTTP.URL.limit / 2)
    let base = try HTTP.URL("http://h/\(half)/")
    #expect(base.resolving(plain: half) == nil)
    #expect(base.resolving(plain: "a?\(half)") == nil)
    #expect(base.resolving(plain: "a") != nil)
  }
}
