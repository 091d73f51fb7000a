import Testing

@testable import ApusHTTP

/// RFC 9110 section 9.
struct MethodTests {
  @Test func `two methods that differ in letter case are not equal`() {
    #expect(HTTP.Method("get") != .get)
    #expect(HTTP.Method("GET") == .get)
    #expect(HTTP.Method("Get").description == "Get")
    #expect(Set<HTTP.Method>(["GET", "get", .get]).count == 2)
  }

  @Test(arguments: [
    ("caf\u{e9}", "cafe\u{301}"), ("\u{212a}", "K"), ("\u{37e}", ";"), ("\u{1fef}", "`"),
    ("\u{212b}", "\u{c5}"),
  ])
  func `two methods differ if their names are equal in Unicode but not in their bytes`(
    _ left: String, _ right: String
  ) {
    #expect(left == right)
    #expect(HTTP.Method(left) != HTTP.Method(right))
    #expect(Set([HTTP.Method(left), HTTP.Method(right)]).count == 2)
  }

  @Test func `a prefix or an extension of a method name is not equal to the method`() {
    #expect(HTTP.Method("GE") != .get)
    #expect(HTTP.Method("GETX") != .get)
    #expect(HTTP.Method("") != .get)
  }

  @Test(arguments: [
    (HTTP.Method.get, true, true, false), (.head, true, true, false),
    (.options, true, true, false), (.trace, true, true, false), (.put, false, true, true),
    (.delete, false, true, false), (.post, false, false, true), (.patch, false, false, true),
    (.connect, false, false, false), ("BREW", false, false, false), ("put", false, false, false),
  ])
  func `each registered method is safe, idempotent or expects content as in RFC 9110`(
    _ method: HTTP.Method, safe: Bool, idempotent: Bool, content: Bool
  ) {
    #expect(method.isSafe == safe)
    #expect(method.isIdempotent == idempotent)
    #expect(method.anticipatesContent == content)
  }
}
