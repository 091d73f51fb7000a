import ApusHTTP
import Testing

/// RFC 9112 section 3.
struct RequestHeadTests {
  private func head(_ version: HTTP.Version, _ fields: HTTP.Fields) -> HTTP.RequestHead {
    HTTP.RequestHead(.post, HTTP.RequestTarget(.origin, "/"), version: version, fields: fields)
  }

  @Test func `a request with Expect 100-continue waits for 100 Continue`() {
    #expect(head(.http11, ["Expect": "100-continue"]).expectsContinue)
    #expect(head(.http11, ["expect": "a, 100-Continue"]).expectsContinue)
    #expect(head(.http11, ["Expect": "a", "Expect": "100-continue"]).expectsContinue)
    #expect(!head(.http11, ["Expect": "100-continued"]).expectsContinue)
    #expect(!head(.http11, [:]).expectsContinue)
  }

  @Test func `an HTTP/1.0 request never waits for 100 Continue`() {
    #expect(!head(.http10, ["Expect": "100-continue"]).expectsContinue)
  }

  @Test func `two request heads are not equal if any of their components differs`() {
    let one = head(.http11, ["a": "b"])
    #expect(one == head(.http11, ["A": "b"]))
    #expect(one != head(.http10, ["a": "b"]))
    #expect(one != head(.http11, ["a": "c"]))
    var other = one
    other.method = "post"
    #expect(one != other)
    other = one
    other.target = HTTP.RequestTarget(.absolute, "/")
    #expect(one != other)
  }

  @Test func `the description of a request head matches its wire format without secrets`() {
    let head = HTTP.RequestHead(
      "BREW", HTTP.RequestTarget(.origin, "/pot?x=1"), fields: ["A": "1", "Cookie": "hidden"])
    #expect(head.description == "BREW /pot?x=… HTTP/1.1\nA: 1\nCookie: <sensitive>")
    #expect(head.target.description == "/pot?x=1")
  }

  @Test func `a request head's description has a limited length and escaped line breaks`() {
    let target = HTTP.RequestTarget(.origin, "/\r\nA: b" + String(repeating: "x", count: 4000))
    let text = HTTP.RequestHead("GET\r\n", target).description
    #expect(text.hasPrefix("GET\\x0d\\x0a /\\x0d\\x0aA: bxxx"))
    #expect(text.utf8.filter { $0 == 0x0a || $0 == 0x0d } == [0x0a])
    #expect(text.utf8.count < 2200)
  }
}
