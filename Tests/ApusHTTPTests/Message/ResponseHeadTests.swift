import ApusHTTP
import Testing

/// RFC 9112 section 4.
struct ResponseHeadTests {
  @Test func `a head takes the customary words unless it is given others`() {
    #expect(HTTP.ResponseHead(.notFound).reason == "Not Found")
    #expect(HTTP.ResponseHead(299).reason == "")
    #expect(HTTP.ResponseHead(.ok, reason: "").reason == "")
    #expect(HTTP.ResponseHead(.ok, reason: "Fine").reason == "Fine")
  }

  @Test func `words can be set, and their bytes are read`() {
    var head = HTTP.ResponseHead(.ok)
    head.reason = "caf\u{e9}"
    #expect(Array(head.reasonBytes) == Array("caf\u{e9}".utf8))
    #expect(head == HTTP.ResponseHead(.ok, reason: "caf\u{e9}"))
  }

  @Test func `words stay as they are when the status changes`() {
    var head = HTTP.ResponseHead(.ok)
    head.status = .notFound
    #expect(head.reason == "OK" && head == HTTP.ResponseHead(.notFound, reason: "OK"))
    head.status = .ok
    #expect(head == HTTP.ResponseHead(.ok))
    head.reason = "Not Found"
    head.status = .notFound
    #expect(head == HTTP.ResponseHead(.notFound))
    #expect(head.hashValue == HTTP.ResponseHead(.notFound).hashValue)
  }

  @Test func `heads differ if any part differs`() {
    let one = HTTP.ResponseHead(.ok, fields: ["a": "b"])
    #expect(one == HTTP.ResponseHead(.ok, fields: ["A": "b"]))
    #expect(one != HTTP.ResponseHead(201, reason: "OK", fields: ["a": "b"]))
    #expect(one != HTTP.ResponseHead(.ok, reason: "ok", fields: ["a": "b"]))
    #expect(one != HTTP.ResponseHead(.ok, version: .http10, fields: ["a": "b"]))
    #expect(one != HTTP.ResponseHead(.ok))
  }

  @Test func `a received head equals one that was made`() throws {
    let read = Transcript.responses("HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 0\r\n\r\n")
    let head = try #require(read.messages.first?.head)
    #expect(head == HTTP.ResponseHead(.ok, fields: ["a": "b", "content-length": "0"]))
    #expect(
      head.hashValue
        == HTTP.ResponseHead(.ok, fields: ["a": "b", "content-length": "0"]).hashValue)
  }

  @Test func `a description shows the head as it came, without secrets`() {
    let head = HTTP.ResponseHead(
      .ok, reason: "O\u{1b}K", version: .http10, fields: ["Set-Cookie": "hidden", "A": "1"])
    #expect(head.description == "HTTP/1.0 200 O\\x1bK\nSet-Cookie: <sensitive>\nA: 1")
  }
}
