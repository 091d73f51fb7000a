import ApusHTTP
import Testing

@testable import ApusCaching

/// RFC 9111 section 5.2.
@Suite struct DirectiveTests {
  private func list(_ values: String...) -> Caching.DirectiveList {
    Caching.DirectiveList(HTTP.Fields(values.map { (.cacheControl, HTTP.FieldValue($0)) }))
  }

  private func response(_ values: String...) -> Caching.ResponseDirectives {
    Caching.ResponseDirectives(HTTP.Fields(values.map { (.cacheControl, HTTP.FieldValue($0)) }))
  }

  private func request(_ value: String) -> Caching.RequestDirectives {
    Caching.RequestDirectives([.cacheControl: HTTP.FieldValue(value)])
  }

  @Test func `cache directive names become lower case, and arguments lose their quotes`() {
    let found = list("Max-Age=5 ,, foo", "private=\"a\\\"b, c\"")
    #expect(found.directives.map(\.name) == ["max-age", "foo", "private"])
    #expect(
      found.directives.map(\.argument) == [Array("5".utf8), nil, Array("a\"b, c".utf8)])
    #expect(!found.isBroken)
  }

  @Test(arguments: [
    "max-age=", "=5", "max-age=5 6", "max-age=5; public", "a=\"b", "a=\"b\"c", "max-age =5",
    "\u{1}",
  ])
  func `the parser reads the cache directives after an unreadable directive`(text: String) {
    #expect(list(text).isBroken)
    let isOpen = text == "a=\"b"
    #expect(list(text + ", no-cache").directives.contains { $0.name == "no-cache" } != isOpen)
    #expect(response("max-age=9, " + text).noStore)
    #expect(response("must-understand, no-store, " + text).mustUnderstand == false)
    #expect(request(text).noStore && request(text).noCache)
  }

  @Test func `a Cache-Control field above the directive or byte limit counts as broken`() {
    let limit = Caching.DirectiveList.directiveLimit
    #expect(!list(Array(repeating: "a", count: limit).joined(separator: ",")).isBroken)
    let tooMany = list(Array(repeating: "a", count: limit + 1).joined(separator: ","))
    #expect(tooMany.isBroken && tooMany.directives.count == limit)
    let bytes = Caching.DirectiveList.byteLimit
    #expect(!list(String(repeating: "a", count: bytes)).isBroken)
    #expect(list(String(repeating: "a", count: bytes), "b").isBroken)
  }

  @Test(arguments: [
    ("5", 5), ("005", 5), ("0", 0), ("99999999999999999999999", Caching.secondsLimit),
    ("2147483649", Caching.secondsLimit),
  ])
  func `a max-age of digits is parsed and reduced to the maximum if necessary`(
    text: String, seconds: Int64
  ) {
    #expect(response("max-age=\(text)").maxAge == .seconds(seconds))
    #expect(response("max-age=\"\(text)\"").maxAge == .seconds(seconds))
  }

  @Test(arguments: ["max-age", "max-age=-5", "max-age=5.0", "max-age=5a", "max-age=\"\""])
  func `a max-age that is not a number is invalid`(text: String) {
    #expect(response(text).maxAge == .invalid)
  }

  @Test func `two max-age directives with different values are invalid`() {
    #expect(response("max-age=5, max-age=5").maxAge == .seconds(5))
    #expect(response("max-age=5", "max-age=6").maxAge == .invalid)
    #expect(response("max-age=5, max-age=6, max-age=5").maxAge == .invalid)
    #expect(response("s-maxage=1, s-maxage=2").sharedMaxAge == .invalid)
  }

  @Test func `field names of repeated no-cache and private directives are combined`() {
    #expect(response("no-cache=\"A, b\"").noCache == .fields(["a", "b"]))
    #expect(response("no-cache=\"a\", no-cache=b").noCache == .fields(["a", "b"]))
    #expect(response("no-cache=\"a\", no-cache").noCache == .all)
    #expect(response("no-cache, no-cache=\"a\"").noCache == .all)
    #expect(response("no-cache=\"\"").noCache == .all)
    #expect(response("no-cache=\"a b\"").noCache == .all)
    #expect(response("private=\"a\"").isPrivate == .fields(["a"]))
    #expect(response("private").isPrivate == .all)
  }

  @Test func `the parser recognizes every cache directive of a response`() {
    let all = response(
      "no-store, public, must-revalidate, proxy-revalidate, must-understand, immutable",
      "stale-while-revalidate=3, stale-if-error=4, s-maxage=5")
    #expect(all.noStore && all.isPublic && all.mustRevalidate && all.proxyRevalidate)
    #expect(all.mustUnderstand && all.isImmutable)
    #expect(all.staleWhileRevalidate == .seconds(3) && all.staleIfError == .seconds(4))
    #expect(all.sharedMaxAge == .seconds(5))
    #expect(response("foo") == response())
  }

  @Test func `the parser recognizes every cache directive of a request`() {
    let all = request(
      "no-store, no-cache, only-if-cached, max-age=1, min-fresh=2, stale-if-error=3")
    #expect(all.noStore && all.noCache && all.onlyIfCached)
    #expect(all.maxAge == .seconds(1) && all.minFresh == .seconds(2))
    #expect(all.staleIfError == .seconds(3))
    #expect(request("max-stale").maxStale == .any)
    #expect(request("max-stale=5").maxStale == .seconds(5))
    #expect(request("max-stale, max-stale=5").maxStale == .seconds(5))
    #expect(request("max-stale=5, max-stale").maxStale == .seconds(5))
    #expect(request("max-stale=5, max-stale=3").maxStale == .seconds(3))
    #expect(request("max-stale=x").maxStale == .seconds(0))
    #expect(request("max-age=x").noCache && request("min-fresh=x").noCache)
  }

  @Test func `Pragma no-cache has an effect only if Cache-Control is absent`() {
    #expect(Caching.RequestDirectives(["Pragma": "no-cache"]).noCache)
    #expect(!Caching.RequestDirectives(["Pragma": "no-cache", .cacheControl: "foo"]).noCache)
    #expect(!Caching.RequestDirectives(["Pragma": "foo"]).noCache)
  }
}
