import ApusHTTP
import ApusNet
import Testing

@testable import ApusConnections

/// RFC 9112 sections 9.3 and 9.6: when a connection may serve another request.
@Suite struct ExchangeTests {
  /// An exchange with the bytes that it wrote and read.
  private struct Driver {
    private static let deadlines = Deadlines(Connections.Timeouts(), .system)
    var exchange = Exchange(limits: HTTP.Limits(), deadlines)
    var input: [UInt8] = []
    var body: [UInt8] = []
    var heads: [Int] = []
    var trailers: HTTP.Fields?

    mutating func begin(
      _ method: HTTP.Method = .get, _ body: HTTP.BodyLength = .none, _ fields: HTTP.Fields = [:]
    ) throws {
      let url = try HTTP.URL("http://a/")
      try exchange.begin(
        method, url, fields: SentFields(fields, to: url.origin, .direct), body: body,
        trailers: [:], Self.deadlines)
      send()
    }

    /// Sends all bytes that wait to be sent.
    mutating func send() {
      let buffer = exchange.buffer
      guard buffer.isPending else { return }
      _ = exchange.buffer.advance(
        buffer.before.count + buffer.piece.count + buffer.after.count - buffer.sentCount)
      exchange.noteSent(0)
    }

    mutating func receive(_ text: String, pieces: Int = .max) throws {
      let bytes = Array(text.utf8)
      var at = 0
      while at < bytes.count {
        let end = at + min(pieces, bytes.count - at)
        input += bytes[at..<end]
        at = end
        try read()
      }
    }

    private mutating func read() throws {
      while true {
        let bytes = input
        let (consumed, step) = try exchange.read(bytes.span)
        if case .body(let range) = step { body += input[range] }
        input.removeFirst(consumed)
        switch step {
        case .incomplete: return
        case .informational, .head:
          heads.append(try exchange.takeHead().status.code)
          if exchange.isSwitched { return }
        case .body: continue
        case .end:
          trailers = exchange.request.trailers
          return
        }
      }
    }
  }

  @Test func `the callback for a sent request is called exactly once`() throws {
    var driver = Driver()
    try driver.begin()
    let count = Lock(0)
    driver.exchange.request.onStep = { _ in count.withLock { $0 += 1 } }
    for _ in 0..<3 { driver.exchange.tellSent() }
    #expect(count.withLock { $0 } == 1)
  }

  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

  @Test(arguments: [1, 2, 7, .max])
  func `after a complete request and response, the connection is reused`(_ pieces: Int) throws {
    var driver = Driver()
    for _ in 1...3 {
      try driver.begin()
      #expect(!driver.exchange.isReusable)
      #expect(!driver.exchange.request.hasHeard)
      try driver.receive(Self.answer, pieces: pieces)
      #expect(driver.exchange.request.hasHeard)
      #expect(driver.exchange.isReusable)
    }
    #expect(driver.body == Array("hihihi".utf8))
    #expect(driver.heads == [200, 200, 200])
  }

  @Test(arguments: [
    (
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
      HTTP.CloseReason.responseAskedToClose
    ),
    ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", .responseAskedToClose),
    ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP", .unsolicitedBytes),
  ])
  func `a connection that cannot be reused reports the reason`(
    _ answer: String, _ reason: HTTP.CloseReason
  ) throws {
    var driver = Driver()
    try driver.begin()
    try driver.receive(answer)
    #expect(!driver.exchange.isReusable)
    #expect(driver.exchange.closeReason == reason)
  }

  @Test func `after a request with Connection: close, the connection is not reused`() throws {
    var driver = Driver()
    try driver.begin(.get, .none, ["Connection": "close"])
    try driver.receive(Self.answer)
    #expect(driver.exchange.closeReason == .requestAskedToClose)
  }

  @Test func `with Expect: 100-continue, the body is sent after the response 100`() throws {
    var driver = Driver()
    try driver.begin(.put, .known(2), ["Expect": "100-continue"])
    #expect(driver.exchange.request.upload == .held)
    try driver.receive("HTTP/1.1 100 Continue\r\n\r\n")
    #expect(driver.exchange.mayUpload)
    try driver.exchange.frame([1, 2])
    try driver.exchange.endSource()
    driver.send()
    try driver.receive(Self.answer)
    #expect(driver.heads == [100, 200])
    #expect(driver.exchange.isReusable)
  }

  @Test func `an incompletely sent request body prevents reuse of the connection`() throws {
    var driver = Driver()
    try driver.begin(.put, .known(2), ["Expect": "100-continue"])
    try driver.receive("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    #expect(driver.exchange.request.upload == .stopped)
    #expect(driver.exchange.closeReason == .answeredEarly)
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK", true), ("HTTP/1.1 413 No", false), ("HTTP/1.1 302 There", false),
    ("HTTP/1.1 200 OK\r\nConnection: close", false),
  ])
  func `an early response ends the upload, unless it is 2xx and keeps the connection`(
    _ head: String, _ wantsRest: Bool
  ) throws {
    var driver = Driver()
    try driver.begin(.put, .unknown)
    try driver.receive(head + "\r\nContent-Length: 1\r\n\r\n")
    #expect(driver.exchange.mayUpload == wantsRest)
    if wantsRest {
      try driver.exchange.endSource()
      driver.send()
    }
    try driver.receive("x")
    #expect(driver.exchange.isReusable == wantsRest)
  }

  @Test func `the client still reads the response after a failed send`() throws {
    var driver = Driver()
    try driver.begin(.put, .known(9))
    driver.exchange.handle(.broke)
    #expect(!driver.exchange.mayUpload)
    try driver.receive(Self.answer)
    #expect(driver.body == Array("hi".utf8))
    #expect(!driver.exchange.isReusable)
  }

  @Test func `a response without a length needs a clean end of the connection`() throws {
    for ending in [HTTP.Ending.clean, .truncated] {
      var driver = Driver()
      try driver.begin()
      try driver.receive("HTTP/1.1 200 OK\r\n\r\nhi")
      if ending == .clean {
        try driver.exchange.finish(.clean)
        #expect(driver.exchange.request.isWhole)
      } else {
        #expect(throws: HTTP.ParseError.truncated(.body, at: 21)) {
          try driver.exchange.finish(.truncated)
        }
      }
      #expect(!driver.exchange.isReusable)
    }
  }

  @Test func `a 101 response during the upload of the request body is an error`() throws {
    var driver = Driver()
    try driver.begin(.get, .none, ["Upgrade": "echo"])
    try driver.receive("HTTP/1.1 101 Go\r\n\r\n")
    #expect(driver.exchange.isSwitched)
    var sending = Driver()
    try sending.begin(.put, .unknown, ["Upgrade": "echo"])
    #expect(throws: HTTP.ParseError.unexpectedUpgrade) {
      try sending.receive("HTTP/1.1 101 Go\r\n\r\n")
    }
    #expect(sending.exchange.closeReason == .failed)
  }

  @Test func `after a malformed response, the connection accepts no further response`() throws {
    var driver = Driver()
    try driver.begin()
    #expect(throws: HTTP.ParseError.self) { try driver.receive("HTTP/9\r\n") }
    #expect(throws: HTTP.ParseError.alreadyFailed) { try driver.receive(Self.answer) }
    #expect(!driver.exchange.isReusable)
  }

  @Test func `a request with an invalid header field leaves the send buffer unchanged`() throws {
    var driver = Driver()
    #expect(throws: HTTP.WriteError.self) { try driver.begin(.get, .none, ["X": "a\nb"]) }
    #expect(driver.exchange.isReusable)
    #expect(!driver.exchange.isSending)
  }

  @Test func `a connection is never reused after the caller abandons a request`() throws {
    for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nh"] {
      var driver = Driver()
      try driver.begin()
      try driver.receive(answer)
      driver.exchange.abandon()
      #expect(driver.exchange.closeReason == .abandoned)
    }
  }
}
