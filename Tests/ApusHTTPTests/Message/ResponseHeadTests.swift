import ApusHTTP
import Testing

/// RFC 9112 section 4.
struct ResponseHeadTests {
  @Test func `a response head has the standard reason phrase unless a phrase is given`() {
    #expect(HTTP.ResponseHead(.notFound).reason == "Not Found")
    #expect(HTTP.ResponseHead(299).reason == "")
    #expect(HTTP.ResponseHead(.ok, reason: "").reason == "")
    #expect(HTTP.ResponseHead(.ok, reason: "Fine").reason == "Fine")
  }

  @Test func `a reason phrase can be set and read as a byte array`() {
    var head = HTTP.ResponseHead(.ok)
    head.reason = "caf\u{e9}"
    #expect(Array(head.reasonBytes) == Array("caf\u{e9}".utf8))
    #expect(head == HTTP.ResponseHead(.ok, reason: "caf\u{e9}"))
  }

  @Test func `changing the status of a response head does not change its reason phrase`() {
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

  @Test func `two response heads are not equal if any of their components differs`() {
    let one = HTTP.ResponseHead(.ok, fields: ["a": "b"])
    #expect(one == HTTP.ResponseHead(.ok, fields: ["A": "b"]))
    #expect(one != HTTP.ResponseHead(201, reason: "OK", fields: ["a": "b"]))
    #expect(one != HTTP.ResponseHead(.ok, reason: "ok", fields: ["a": "b"]))
    #expect(one != HTTP.ResponseHead(.ok, version: .http10, fields: ["a": "b"]))
    #expect(one != HTTP.ResponseHead(.ok))
  }

  @Test func `a received response head equals a created head with the same components`() throws {
    let read = Transcript.responses("HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 0\r\n\r\n")
    let head = try #require(read.messages.first?.head)
    #expect(head == HTTP.ResponseHead(.ok, fields: ["a": "b", "content-length": "0"]))
    #expect(
      head.hashValue
        == HTTP.ResponseHead(.ok, fields: ["a": "b", "content-length": "0"]).hashValue)
  }

  @Test func `the description of a response head matches the received head without secrets`() {
    let head = HTTP.ResponseHead(
      .ok, reason: "O\u{1b}K", version: .http10, fields: ["Set-Cookie": "hidden", "A": "1"])
    #expect(head.description == "HTTP/1.0 200 O\\x1bK\nSet-Cookie: <sensitive>\nA: 1")
  }
}
