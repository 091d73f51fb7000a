import ApusBytes
import Testing

@testable import ApusHTTP

/// The `Link` field of responses. RFC 8288 section 3 and appendix B.
struct LinksTests {
  private func links(_ lines: String..., base: String? = "https://h/v1/users?page=1") throws
    -> HTTP.Links
  {
    var fields = HTTP.Fields()
    for line in lines { fields.append("Link", HTTP.FieldValue(line)) }
    return HTTP.Links(fields, relativeTo: try base.map { try HTTP.URL($0) })
  }

  /// Each link as its URL, relations and attributes.
  private func shown(_ links: HTTP.Links) -> [String] {
    links.map { link in
      "\(link.url) \(link.relations) \(link.attributes.map { "\($0.name)=\($0.value)" })"
    }
  }

  @Test(arguments: [
    (#"<?page=2>; rel="next""#, "https://h/v1/users?page=2"),
    ("<b/../c>;rel=next", "https://h/v1/c"), ("</p?a,b;c>; rel=next", "https://h/p?a,b;c"),
    ("<//other/x> ; REL = NEXT", "https://other/x"), ("<>; rel=next", "https://h/v1/users?page=1"),
    (#"<http://other/>; rel="last next""#, "http://other/"),
    (#" , ,<a>; rel=prev , <b>; rel=next"#, "https://h/v1/b"),
    (#"<a>; title="x, <c>; rel=next", <b>; title="\"n\""; rel="next""#, "https://h/v1/b"),
    (#"<a>; rel=prev; rel=next, <b>; rel=next"#, "https://h/v1/b"),
    (#"<a>;; rel=next"#, "https://h/v1/a"), (#"<a>; rel="next";"#, "https://h/v1/a"),
    (#"<a>; flag; rel=next"#, "https://h/v1/a"), (#"<a>; anchor=""; rel=next"#, "https://h/v1/a"),
    (#"<a>; anchor="?page=1"; rel=next"#, "https://h/v1/a"),
  ])
  func `the link relation next returns the absolute URL of the next page`(line: String, url: String)
    throws
  {
    #expect(try links(line)[.next]?.description == url)
  }

  @Test(arguments: [
    "", "a", "<a", "<a>", "<a>; rel", "<a>; rel=\"\"", "<a>; title=next", "<a> rel=next",
    "<mailto:a@b>; rel=next", "<a b>; rel=next", "<a>; rel=\"next", "<http://>; rel=next",
    "<a>; anchor=\"/other\"; rel=next", "<a>; anchor=\"#part\"; rel=next", "a, <b>; rel=next",
    "<a>; rev=next", "<a>; rel=next2", "<a>; x=\"\u{1}\"; rel=next",
  ])
  func `malformed links and links with another anchor are ignored`(line: String) throws {
    #expect(try links(line)[.next] == nil)
  }

  @Test func `only the links before a malformed link in the same field line are read`() throws {
    let found = try links(
      "<a>; rel=first, <b>; rel=\"x", "<c>; rel=\"last  https://r/X\"; type=text/html; Title=\"t\"")
    #expect(
      shown(found) == [
        "https://h/v1/a [first] []",
        #"https://h/v1/c [last, https://r/x] ["type=text/html", "title=t"]"#,
      ])
    #expect(found[.last] == found["LAST"] && found["https://R/x"] != nil)
    #expect(shown(try links("<a>; ;; rel=x;")) == ["https://h/v1/a [x] []"])
    #expect(found.last?["TYPE"]?.value == "text/html" && found.last?["x"] == nil)
  }

  @Test func `relative links are ignored if the message has no URL`() throws {
    let found = try links("<a>; rel=prev, <https://h/b>; rel=next", base: nil)
    #expect(found.count == 1 && found[.next]?.description == "https://h/b")
    let response = HTTP.Response(200, headers: ["Link": "</a>; rel=prev, <http://h/b>; rel=next"])
    #expect(response.links[.previous] == nil && response.links[.next]?.path == "/b")
  }

  @Test func `links, attributes and relations beyond their limits are ignored`() throws {
    let limit = HTTP.Links.limit
    func many(_ count: Int) -> String {
      (0..<count).map { "<\($0)>; rel=n\($0)" }.joined(separator: ",")
    }
    #expect(try links(many(limit)).count == limit)
    #expect(try links(many(limit + 1), "<x>; rel=y").count == limit)
    let attributes = (0...HTTP.Link.attributeLimit).map { "; a\($0)=b" }.joined()
    let found = try links("<a>" + attributes + "; rel=next")
    #expect(found.first?.attributes.count == HTTP.Link.attributeLimit)
    #expect(found[.next] != nil)
    let words = (0...HTTP.Link.attributeLimit).map { "r\($0)" }.joined(separator: " ")
    #expect(
      try links("<a>; rel=\"\(words)\"").first?.relations.count == HTTP.Link.attributeLimit)
  }

  @Test func `reading a truncated or changed Link field never crashes`() throws {
    let line = #"<?page=2>; rel="next last"; title="a\"b", </p>; rel=prev; anchor=x;q, ,"#
    let bytes = Array(line.utf8)
    let base = try HTTP.URL("https://h/v1/users")
    for count in 0...bytes.count {
      let fields: HTTP.Fields = [.link: HTTP.FieldValue(bytes: Array(bytes.prefix(count)))]
      #expect(HTTP.Links(fields, relativeTo: base).count <= 2)
    }
    for index in bytes.indices {
      for byte in [0x00, 0x20, 0x22, 0x2c, 0x3b, 0x3c, 0x3d, 0x3e, 0x5c, 0xff] as [UInt8] {
        var changed = bytes
        changed[index] = byte
        let fields: HTTP.Fields = [.link: HTTP.FieldValue(bytes: changed)]
        #expect(HTTP.Links(fields, relativeTo: base).count <= 3)
      }
    }
  }
}
