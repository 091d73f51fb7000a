import ApusBytes
import ApusHTTP
import Testing

/// RFC 9112 sections 6 and 7.1.
struct BodyWriterTests {
  private func writer(_ body: HTTP.BodyLength, trailers: HTTP.Fields = [:]) throws
    -> HTTP.BodyWriter
  {
    var head: [UInt8] = []
    return try HTTP.RequestWriter().writeHead(
      .put, try HTTP.Destination.known("http://h/"), body: body, trailers: trailers, to: &head)
  }

  private func write(
    _ text: String, _ writer: inout HTTP.BodyWriter, _ output: inout [UInt8]
  ) throws(HTTP.WriteError) {
    let bytes = Array(text.utf8)
    try writer.write(bytes.span, to: &output)
  }

  private func written(_ parts: [String], _ start: HTTP.BodyWriter) throws -> String {
    var writer = start
    var output: [UInt8] = []
    for part in parts { try write(part, &writer, &output) }
    try writer.finish(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    (["hello"], "5\r\nhello\r\n0\r\n\r\n"), ([], "0\r\n\r\n"), ([""], "0\r\n\r\n"),
    (["", "a", "", "bc", ""], "1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"),
    (["0123456789"], "a\r\n0123456789\r\n0\r\n\r\n"),
    (["0123456789abcdef"], "10\r\n0123456789abcdef\r\n0\r\n\r\n"),
    (["\r\n"], "2\r\n\r\n\r\n0\r\n\r\n"),
  ])
  func `each written part of a chunked body becomes a chunk, and an empty part nothing`(
    _ parts: [String], wire: String
  ) throws {
    #expect(try written(parts, writer(.unknown)) == wire)
  }

  @Test(arguments: [["hello"], ["he", "llo"], ["", "h", "", "ello", ""]])
  func `a body with a Content-Length is written unchanged`(_ parts: [String]) throws {
    #expect(try written(parts, writer(.known(5))) == "hello")
  }

  @Test func `a body that ends with the connection is written unchanged`() throws {
    var head: [UInt8] = []
    let writer = try HTTP.ResponseWriter(to: .get, version: .http10).writeHead(
      HTTP.ResponseHead(.ok), body: .unknown, to: &head)
    #expect(writer.framing == .untilClose)
    #expect(try written(["he", "", "llo"], writer) == "hello")
  }

  @Test(arguments: [(["hello!"], ""), (["hello", "!"], "hello"), (["hel", "lo!"], "hel")])
  func `a part that exceeds the Content-Length is rejected and not written`(
    _ parts: [String], before: String
  ) throws {
    var writer = try writer(.known(5))
    var output: [UInt8] = []
    #expect(throws: HTTP.WriteError.bodyTooLong(announced: 5)) {
      for part in parts { try write(part, &writer, &output) }
    }
    #expect(output == Array(before.utf8))
    #expect(throws: HTTP.WriteError.bodyEnded) { try write("", &writer, &output) }
    #expect(throws: HTTP.WriteError.bodyEnded) { try writer.finish(to: &output) }
    #expect(output == Array(before.utf8))
  }

  @Test func `the error for a short body contains the announced and the written length`() throws {
    for (part, count) in [("", 0), ("hell", 4)] {
      var writer = try writer(.known(5))
      var output: [UInt8] = []
      try write(part, &writer, &output)
      #expect(throws: HTTP.WriteError.bodyTooShort(announced: 5, written: count)) {
        try writer.finish(to: &output)
      }
      #expect(throws: HTTP.WriteError.bodyEnded) { try write("o", &writer, &output) }
      #expect(output == Array(part.utf8))
    }
  }

  @Test func `writing content to a message without a body is an error`() throws {
    var writer = try writer(.none)
    var output: [UInt8] = []
    try write("", &writer, &output)
    var finished = writer
    try finished.finish(to: &output)
    #expect(throws: HTTP.WriteError.bodyTooLong(announced: 0)) { try write("x", &writer, &output) }
    #expect(output.isEmpty)
  }

  @Test func `writing a body after a tunnel or an upgrade is an error`() throws {
    for (method, status) in [(HTTP.Method.connect, HTTP.Status.ok), (.get, .switchingProtocols)] {
      var output: [UInt8] = []
      var writer = try HTTP.ResponseWriter(to: method).writeHead(
        HTTP.ResponseHead(status), to: &output)
      let head = output
      #expect(throws: HTTP.WriteError.bodyEnded) { try write("", &writer, &output) }
      #expect(throws: HTTP.WriteError.bodyEnded) { try writer.finish(to: &output) }
      #expect(output == head)
    }
  }

  @Test func `finishing a message body twice is an error`() throws {
    for body in [HTTP.BodyLength.known(0), .unknown, .none] {
      var writer = try writer(body)
      var output: [UInt8] = []
      try writer.finish(to: &output)
      let end = output
      #expect(throws: HTTP.WriteError.bodyEnded) { try writer.finish(to: &output) }
      #expect(throws: HTTP.WriteError.bodyEnded) { try write("", &writer, &output) }
      #expect(throws: HTTP.WriteError.bodyEnded) { try writer.begin(0, to: &output) }
      writer.end(5, to: &output)
      #expect(output == end)
    }
  }

  @Test func `a chunk header and end can be written separately from the chunk data`() throws {
    var writer = try writer(.unknown)
    var output: [UInt8] = []
    try writer.begin(4096, to: &output)
    #expect(output == Array("1000\r\n".utf8))
    writer.end(4096, to: &output)
    #expect(output == Array("1000\r\n\r\n".utf8))
    try writer.begin(0, to: &output)
    writer.end(0, to: &output)
    #expect(output.count == 8, "a chunk of no bytes would end the body")
    try writer.begin(.max, to: &output)
    #expect(output[8...] == Array("7fffffffffffffff\r\n".utf8)[...])
  }

  @Test func `content that is sent separately counts toward the Content-Length`() throws {
    var writer = try writer(.known(6))
    var output: [UInt8] = []
    try writer.begin(4, to: &output)
    writer.end(4, to: &output)
    #expect(throws: HTTP.WriteError.bodyTooLong(announced: 6)) {
      try writer.begin(3, to: &output)
    }
    #expect(output.isEmpty)
  }

  @Test func `trailer fields of the head are written before trailer fields added at the end`()
    throws
  {
    var writer = try writer(.unknown, trailers: ["A": "1", "B": ""])
    var output: [UInt8] = []
    try write("x", &writer, &output)
    try writer.finish(trailers: ["C": "2", "a": "3"], to: &output)
    #expect(output == Array("1\r\nx\r\n0\r\nA: 1\r\nB: \r\nC: 2\r\na: 3\r\n\r\n".utf8))
  }

  @Test(arguments: [HTTP.FieldName("Content-Length"), "transfer-encoding", "HOST", "Set-Cookie"])
  func `adding a forbidden trailer field is rejected and leaves the body unfinished`(
    _ name: HTTP.FieldName
  ) throws {
    var writer = try writer(.unknown, trailers: ["A": "1"])
    var output: [UInt8] = []
    #expect(throws: HTTP.WriteError.forbiddenTrailer(name)) {
      try writer.finish(trailers: ["T": "u", name: "5"], to: &output)
    }
    #expect(output.isEmpty)
    #expect(throws: HTTP.WriteError.bodyEnded) { try writer.finish(to: &output) }
    #expect(output.isEmpty)
  }

  @Test func `adding trailer fields at the end of a body with Content-Length is rejected`() throws {
    for body in [HTTP.BodyLength.known(0), .none] {
      var writer = try writer(body)
      var output: [UInt8] = []
      #expect(throws: HTTP.WriteError.trailersNeedChunks) {
        try writer.finish(trailers: ["T": "u"], to: &output)
      }
      #expect(output.isEmpty)
    }
  }

  @Test func `adding trailer fields to a response to an HTTP/1.0 client is rejected`() throws {
    var output: [UInt8] = []
    var writer = try HTTP.ResponseWriter(to: .get, version: .http10).writeHead(
      HTTP.ResponseHead(.ok), body: .unknown, to: &output)
    let head = output
    #expect(throws: HTTP.WriteError.trailersNeedChunks) {
      try writer.finish(trailers: ["T": "u"], to: &output)
    }
    #expect(throws: HTTP.WriteError.bodyEnded) { try writer.finish(to: &output) }
    #expect(output == head)
  }
}
