import ApusHTTP
import Testing

/// Valid messages, one for each kind of framing.
enum Samples {
  struct Response: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var methods: [HTTP.Method] = [.get]
    var upgrades = false
    /// The start of the body.
    var head: Int { bytes.count - bodyCount }
    var bodyCount: Int

    var bytes: [UInt8] { Array(text.utf8) }
    var testDescription: String { name }
  }

  struct Request: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var bodyCount = 0

    var head: Int { bytes.count - bodyCount }
    var bytes: [UInt8] { Array(text.utf8) }
    var testDescription: String { name }
  }

  static let responses = [
    Response(
      name: "counted",
      text: "\r\nHTTP/1.1 200 OK\r\nA:b\r\nC: \t d \r\n e\r\nContent-Length: 5\r\n\r\nhello",
      bodyCount: 5),
    Response(
      name: "chunked",
      text: "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n0a ; x=\"\\\"y\";z\r\n0123456789\r\n0\r\nT: u\r\n v\r\nW:\r\n\r\n",
      bodyCount: 55),
    Response(name: "until close", text: "HTTP/1.0 200\r\nA: b\r\n\r\nhello", bodyCount: 5),
    Response(
      name: "to HEAD", text: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", methods: [.head],
      bodyCount: 0),
    Response(name: "no content", text: "HTTP/1.1 204 None\r\n\r\n", bodyCount: 0),
    Response(
      name: "to CONNECT", text: "HTTP/1.1 200 Yes\r\nA: b\r\n\r\n", methods: [.connect],
      bodyCount: 0),
    Response(
      name: "upgrade", text: "HTTP/1.1 101 Go\r\nUpgrade: x\r\n\r\n", upgrades: true,
      bodyCount: 0),
  ]

  static let requests = [
    Request(name: "bare", text: "GET /a?b HTTP/1.1\r\nHost: h\r\nX-Y!:\tz \r\n\r\n"),
    Request(
      name: "counted",
      text: "\r\nPUT http://h/ HTTP/1.0\r\nHost: h:1\r\nContent-Length: 5\r\n\r\nhello",
      bodyCount: 5),
    Request(
      name: "chunked",
      text: "OPTIONS * HTTP/1.1\r\nHost:\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5;a=b\r\nhello\r\n0\r\nT: u\r\n\r\n",
      bodyCount: 25),
    Request(name: "CONNECT", text: "CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\n"),
  ]
}
