import ApusBytes
import Testing

@testable import ApusHTTP

/// RFC 9110 section 8.4.
@Suite struct ContentDecoderTests {
  /// Bodies made by Python's `gzip` and `zlib`, the second with every header field by hand.
  static let known: [(String, HTTP.ContentCoding)] = [
    (
      """
      1f8b08000000000002030bc94855282ecf4c2b51c84b2d4b2d52c849cc4b29d6530821491800814f4dd7450000\
      00
      """, .gzip
    ),
    (
      """
      1f8b081e0000000002ff08004150040073776966617075732e747874006120636f6d6d656e74000f380bc9485528\
      2ecf4c2b51c84b2d4b2d52c849cc4b29d6530821491800814f4dd745000000
      """, .gzip
    ),
    (
      """
      1f8b08000000000002030bc94855282ecf4c2b51c84b2d4b2d52c849cc4b29d653000030c4818a170000001f8b08\
      000000000002030bc94855282ecf4c2b51c84b2d4b2d52c849cc4b29d65308c12e0c00c34199c12e000000
      """, .gzip
    ),
    ("78da0bc94855282ecf4c2b51c84b2d4b2d52c849cc4b29d65308214918006462188b", .deflate),
    ("0bc94855282ecf4c2b51c84b2d4b2d52c849cc4b29d6530821491800", .deflate),
  ]

  @Test(arguments: known)
  func `decoding gives the same content for input and output buffers of any size`(
    hex: String, coding: HTTP.ContentCoding
  ) throws {
    let body = try Hex.decode(hex)
    for pieces in [1, 2, 3, 7, body.count] {
      for room in [1, 2, 17, 4096] {
        let outcome = CodedBody.decode(body, [coding], pieces: pieces, atMost: room)
        #expect(outcome.content == CodedBody.content)
        #expect(outcome.error == nil)
        #expect(outcome.largestPiece <= room)
      }
    }
    #expect(try CodedBody.content(of: body, [coding]) == CodedBody.content)
  }

  @Test(arguments: known)
  func `a truncated gzip, deflate or zlib body is rejected as truncated`(
    hex: String, coding: HTTP.ContentCoding
  ) throws {
    let body = try Hex.decode(hex)
    // A gzip body may end after any member.
    let borders = body.count == 89 ? [43] : []
    for count in 1..<body.count where !borders.contains(count) {
      for pieces in [1, count] {
        let outcome = CodedBody.decode(Array(body[..<count]), [coding], pieces: pieces)
        #expect(outcome.error == .truncated(coding, at: count))
        #expect(CodedBody.content.starts(with: outcome.content))
      }
    }
  }

  @Test(arguments: known.dropLast())
  func `a compressed body with one changed byte never gives other complete content`(
    hex: String, coding: HTTP.ContentCoding
  ) throws {
    var body = try Hex.decode(hex)
    for index in body.indices {
      let original = body[index]
      for value in UInt8.min...UInt8.max where value != original {
        body[index] = value
        let whole = CodedBody.decode(body, [coding])
        // Hints and times in the headers have no checksum, and change nothing.
        if whole.error == nil, whole.content != CodedBody.content {
          Issue.record("byte \(index) is \(value)")
        }
        if value % 16 == 3 {
          #expect(CodedBody.decode(body, [coding], pieces: 1, atMost: 3).error == whole.error)
        }
      }
      body[index] = original
    }
  }

  @Test func `bare DEFLATE with one changed byte gives the same result at once and bytewise`()
    throws
  {
    var body = try Hex.decode(Self.known[4].0)
    for index in body.indices {
      let original = body[index]
      for value in UInt8.min...UInt8.max {
        body[index] = value
        let whole = CodedBody.decode(body, [.deflate])
        let bytes = CodedBody.decode(body, [.deflate], pieces: 1)
        #expect(whole.error == bytes.error && whole.content == bytes.content)
      }
      body[index] = original
    }
  }

  @Test func `content codings are removed in the reverse order of their application`() throws {
    let content = CodedBody.content
    let deflated = try CodedBody.encode(content, .zlib)
    let gzipped = try CodedBody.gzip(content)
    let gzippedLast = try CodedBody.gzip(deflated)
    let deflatedLast = try CodedBody.encode(gzipped, .none)
    let gzippedTwice = try CodedBody.gzip(gzipped)
    for pieces in [1, 5, .max] {
      for room in [1, 64, 4096] {
        let bodies: [([UInt8], [HTTP.ContentCoding])] = [
          (gzippedLast, [.deflate, .gzip]), (deflatedLast, [.gzip, .deflate]),
          (gzippedTwice, [.gzip, .gzip]), (gzipped, [.identity, .gzip]),
          (gzipped, [.gzip, .identity]), (content, []), (content, [.identity]),
        ]
        for (body, codings) in bodies {
          let outcome = CodedBody.decode(body, codings, pieces: pieces, atMost: room)
          #expect(outcome.content == content, "\(codings)")
          #expect(outcome.error == nil, "\(codings)")
        }
      }
    }
    #expect(CodedBody.decode(gzippedLast, [.gzip, .deflate]).error != nil)
  }

  @Test func `a truncated gzip body inside a complete gzip body is rejected`() throws {
    let inner = try CodedBody.gzip(CodedBody.content).dropLast()
    let body = try CodedBody.gzip(Array(inner))
    let outcome = CodedBody.decode(body, [.gzip, .gzip])
    #expect(outcome.error == .truncated(.gzip, at: inner.count))
    #expect(outcome.content == CodedBody.content)
  }

  @Test func `a fault in two stacked codings has the same offset for pieces of any size`() throws {
    let whole = try CodedBody.gzip(CodedBody.gzip(CodedBody.content))
    for index in whole.indices {
      var body = whole
      body[index] ^= 0x41
      let once = CodedBody.decode(body, [.gzip, .gzip])
      let bytes = CodedBody.decode(body, [.gzip, .gzip], pieces: 1, atMost: 3)
      #expect(once.content == bytes.content && once.error == bytes.error)
      #expect(once.error != nil || once.content == CodedBody.content)
    }
    for tail in [[0], [0x1f], [0x1f, 0]] as [[UInt8]] {
      let once = CodedBody.decode(whole + tail, [.gzip, .gzip], atMost: CodedBody.content.count)
      let bytes = CodedBody.decode(whole + tail, [.gzip, .gzip], pieces: 1)
      #expect(once.content == CodedBody.content && bytes.content == CodedBody.content)
      #expect(once.error != nil && once.error == bytes.error)
    }
  }

  @Test func `the decoder rejects a stray byte after the complete content`() throws {
    let inner = try CodedBody.gzip(CodedBody.content)
    for body in [try CodedBody.gzip(inner) + [0], try CodedBody.gzip(inner + [0])] {
      var decoder = try HTTP.ContentDecoder([.gzip, .gzip])
      var content: [UInt8] = []
      _ = try decoder.decode(body.span, into: &content, atMost: CodedBody.content.count)
      #expect(content == CodedBody.content)
      #expect(throws: HTTP.InvalidCoding.self) { try decoder.finish() }
    }
  }

  @Test func `long content is decoded through two gzip codings in portions of limited size`() throws
  {
    let content = CodedBody.noise(100_000) + [UInt8](repeating: 0x61, count: 100_000)
    let once = try CodedBody.gzip(content)
    let body = try CodedBody.gzip(once)
    for (pieces, room) in [(1000, 5000), (70_000, 70_000), (.max, 200_000), (33, 200_000)] {
      let outcome = CodedBody.decode(body, [.gzip, .gzip], pieces: pieces, atMost: room)
      #expect(outcome.error == nil)
      #expect(outcome.content == content)
      #expect(outcome.largestPiece <= room)
    }
  }

  @Test(arguments: HTTP.ContentCoding.allCases)
  func `an empty body with a content coding has empty content`(coding: HTTP.ContentCoding) {
    #expect(CodedBody.decode([], [coding]) == CodedBody.Outcome())
    #expect(CodedBody.decode([], [coding, coding]) == CodedBody.Outcome())
  }

  @Test func `gzip-encoding empty content produces a valid gzip body`() throws {
    let none: [UInt8] = []
    #expect(try CodedBody.content(of: CodedBody.gzip(none), [.gzip]) == [])
    for framing in [InflateStream.Framing.zlib, .none] {
      let body = try CodedBody.encode(none, framing)
      #expect(try CodedBody.content(of: body, [.deflate]) == [])
    }
  }

  @Test(arguments: [[0], [0, 0, 0, 0], [0x20], [0x0d, 0x0a], [0x1e, 0x8b]] as [[UInt8]])
  func `a gzip body followed by other bytes, even zero bytes, is rejected`(tail: [UInt8]) throws {
    let body = try CodedBody.gzip(CodedBody.content)
    for pieces in [1, .max] {
      let outcome = CodedBody.decode(body + tail, [.gzip], pieces: pieces)
      #expect(outcome.error == .trailingBytes(.gzip, at: body.count))
      #expect(outcome.content == CodedBody.content)
    }
  }

  @Test func `a gzip body followed by a malformed second gzip member is rejected`() throws {
    let body = try CodedBody.gzip(CodedBody.content)
    #expect(CodedBody.decode(body + [0x1f], [.gzip]).error == .truncated(.gzip, at: body.count + 1))
    #expect(
      CodedBody.decode(body + [0x1f, 0x8c], [.gzip]).error
        == .malformed(.gzip, .header, at: body.count + 2))
  }

  @Test func `a deflate body followed by other bytes, even another deflate body, is rejected`()
    throws
  {
    for framing in [InflateStream.Framing.zlib, .none] {
      let body = try CodedBody.encode(CodedBody.content, framing)
      #expect(
        CodedBody.decode(body + body, [.deflate]).error == .trailingBytes(.deflate, at: body.count))
    }
  }

  @Test func `the contents of several gzip members are concatenated`() throws {
    let member = try CodedBody.gzip(CodedBody.content)
    let body = [UInt8]((0..<50).flatMap { _ in member })
    let content = [UInt8]((0..<50).flatMap { _ in CodedBody.content })
    for pieces in [1, 13, .max] {
      let outcome = CodedBody.decode(body, [.gzip], pieces: pieces)
      #expect(outcome.error == nil && outcome.content == content)
    }
  }

  @Test func `each fault in a compressed body has its own error with the offset of the fault`()
    throws
  {
    let gzip = try Hex.decode(Self.known[0].0)
    func fault(at index: Int, _ value: UInt8) -> HTTP.InvalidCoding? {
      var body = gzip
      body[index] = value
      return CodedBody.decode(body, [.gzip]).error
    }
    #expect(fault(at: 0, 0x50) == .malformed(.gzip, .header, at: 2))
    #expect(fault(at: 2, 7) == .malformed(.gzip, .header, at: 4))
    #expect(fault(at: 3, 0x80) == .malformed(.gzip, .header, at: 4))
    #expect(fault(at: 10, 0x0f) == .malformed(.gzip, .blocks, at: 11))
    #expect(fault(at: gzip.count - 8, 0) == .malformed(.gzip, .checksum, at: gzip.count - 4))
    #expect(fault(at: gzip.count - 4, 0) == .malformed(.gzip, .length, at: gzip.count))
    var named = try Hex.decode(Self.known[1].0)
    named[22] ^= 1
    #expect(CodedBody.decode(named, [.gzip]).error == .malformed(.gzip, .headerChecksum, at: 41))
    let dictionary = try Hex.decode("78f91ac7046e0bc94855284670157212f3528af514481306006462188b")
    #expect(
      CodedBody.decode(dictionary, [.deflate]).error == .malformed(.deflate, .dictionary, at: 6))
  }

  @Test func `a decoder that threw an error throws it again and keeps the decoded content`() throws
  {
    var body = try CodedBody.gzip(CodedBody.content)
    body[body.count - 5] ^= 1
    var decoder = try HTTP.ContentDecoder([.gzip])
    var content: [UInt8] = []
    let error = HTTP.InvalidCoding.malformed(.gzip, .checksum, at: body.count - 4)
    #expect(throws: error) { _ = try decoder.decode(body.span, into: &content, atMost: 1000) }
    #expect(content == CodedBody.content)
    #expect(throws: error) { _ = try decoder.decode(Span(), into: &content, atMost: 1) }
    #expect(throws: error) { try decoder.finish() }
  }

  @Test func `the decoder consumes all input if the output buffer is not full`() throws {
    let content = CodedBody.noise(3000) + CodedBody.content
    let body = try CodedBody.gzip(CodedBody.gzip(content))
    for room in [1, 10, 1000] {
      var decoder = try HTTP.ContentDecoder([.gzip, .gzip])
      var made: [UInt8] = []
      for end in 1...body.count {
        let start = decoder.bodyByteCount
        var count = 0
        repeat {
          count = made.count
          let rest = body.span.extracting(decoder.bodyByteCount..<end)
          _ = try decoder.decode(rest, into: &made, atMost: room)
        } while made.count == count + room
        #expect(decoder.bodyByteCount == end && start < end)
        count = made.count
        #expect(try decoder.decode(Span(), into: &made, atMost: room) == 0)
        #expect(made.count == count)
      }
      #expect(made == content)
    }
  }

  @Test func `the decoder reports the numbers of compressed and decoded bytes`() throws {
    let body = try Hex.decode(Self.known[0].0)
    var decoder = try HTTP.ContentDecoder([.gzip])
    var content: [UInt8] = []
    _ = try decoder.decode(body.span, into: &content, atMost: 5)
    #expect(content.count == 5 && decoder.contentByteCount == 5)
    #expect(decoder.bodyByteCount <= body.count)
  }
}
