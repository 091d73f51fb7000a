import Testing

@testable import ApusHTTP

/// RFC 1952 section 2.3.
@Suite struct GzipEncoderTests {
  @Test(arguments: [HTTP.GzipEncoder.Level.stored, .fastest, .balanced, .smallest])
  func `content that is gzip-encoded in pieces decodes to the same content`(
    level: HTTP.GzipEncoder.Level
  ) throws {
    let content = CodedBody.noise(40_000) + CodedBody.content
    for pieces in [1, 999, content.count] {
      var encoder = try HTTP.GzipEncoder(level: level)
      var body: [UInt8] = []
      for start in stride(from: 0, to: content.count, by: pieces) {
        let end = min(start + pieces, content.count)
        try encoder.encode(content.span.extracting(start..<end), into: &body)
      }
      try encoder.finish(into: &body)
      #expect(try CodedBody.content(of: body, [.gzip]) == content)
    }
    let whole = try CodedBody.gzip(content, level: level)
    #expect(try CodedBody.content(of: whole, [.gzip]) == content)
  }

  @Test func `content of every length near the step size is encoded and decoded unchanged`() throws
  {
    let noise = CodedBody.noise(16_500)
    for count in 16_340...16_400 {
      let body = try HTTP.GzipEncoder.encode(noise.span.extracting(0..<count), level: .stored)
      #expect(try CodedBody.content(of: body, [.gzip]) == Array(noise[..<count]))
    }
  }

  @Test func `flushed gzip content can be decoded before the end of the gzip body`() throws {
    var encoder = try HTTP.GzipEncoder()
    var decoder = try HTTP.ContentDecoder([.gzip])
    let piece = CodedBody.content
    var content: [UInt8] = []
    for _ in 0..<3 {
      var body: [UInt8] = []
      try encoder.encode(piece.span, into: &body)
      try encoder.flush(into: &body)
      let before = content.count
      #expect(try decoder.decode(body.span, into: &content, atMost: 1000) == body.count)
      #expect(Array(content[before...]) == piece)
    }
    var body: [UInt8] = []
    try encoder.finish(into: &body)
    #expect(try decoder.decode(body.span, into: &content, atMost: 1000) == body.count)
    try decoder.finish()
  }

  @Test func `a second gzip flush directly after the first appends at most five bytes`() throws {
    let noise = CodedBody.noise(16_384)
    for count in 16_300...16_384 {
      var encoder = try HTTP.GzipEncoder(level: .stored)
      var body: [UInt8] = []
      try encoder.encode(noise.span.extracting(0..<count), into: &body)
      try encoder.flush(into: &body)
      let flushed = body.count
      try encoder.flush(into: &body)
      #expect(body.count <= flushed + 5)
      try encoder.finish(into: &body)
      #expect(try CodedBody.content(of: body, [.gzip]).count == count)
    }
  }

  @Test func `a higher compression level produces a shorter body`() throws {
    let content = [UInt8]((0..<500).flatMap { "line \($0 % 37) of \($0 * 7919)\n".utf8 })
    let counts = try [HTTP.GzipEncoder.Level.stored, .fastest, .smallest].map {
      try HTTP.GzipEncoder.encode(content.span, level: $0).count
    }
    #expect(counts == counts.sorted(by: >))
    #expect(counts[0] > content.count && counts[2] < content.count / 2)
  }

  @Test func `a gzip body contains neither a time stamp nor an operating system`() throws {
    let body = try CodedBody.gzip(CodedBody.content)
    #expect(Array(body[..<4]) == [0x1f, 0x8b, 8, 0])
    #expect(Array(body[4..<8]) == [0, 0, 0, 0])
  }
}
