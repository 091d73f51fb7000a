import Testing

@testable import ApusHTTP

@Suite struct DecodingLimitsTests {
  static func limits(
    content: Int? = nil, ratio: Int? = nil, free: Int = 0, codings: Int = 2
  ) -> HTTP.DecodingLimits {
    var limits = HTTP.DecodingLimits()
    limits.contentByteCount = content
    limits.ratio = ratio
    limits.ratioFreeByteCount = free
    limits.codingCount = codings
    return limits
  }

  @Test(arguments: [[], [.gzip], [.deflate], [.gzip, .gzip]] as [[HTTP.ContentCoding]])
  func `decoded content may be exactly as long as its limit`(
    codings: [HTTP.ContentCoding]
  ) throws {
    let content = CodedBody.noise(5000)
    var body = content
    for coding in codings {
      body =
        try coding == .gzip ? CodedBody.gzip(body) : CodedBody.encode(body, .zlib)
    }
    for (pieces, room) in [(1, 1), (1, 100_000), (.max, 7), (.max, 5000), (.max, 100_000)] {
      let whole = CodedBody.decode(
        body, codings, pieces: pieces, atMost: room, limits: Self.limits(content: 5000))
      #expect(whole.error == nil && whole.content == content)
      let cut = CodedBody.decode(
        body, codings, pieces: pieces, atMost: room, limits: Self.limits(content: 4999))
      #expect(cut.error == .tooLong(limit: 4999))
      #expect(cut.content == Array(content.dropLast()))
    }
  }

  @Test func `a content limit of zero rejects any decoded content`() throws {
    let body = try CodedBody.gzip(CodedBody.content)
    let outcome = CodedBody.decode(body, [.gzip], limits: Self.limits(content: 0))
    #expect(outcome.error == .tooLong(limit: 0) && outcome.content.isEmpty)
    let none: [UInt8] = []
    let empty = try CodedBody.gzip(none)
    #expect(CodedBody.decode(empty, [.gzip], limits: Self.limits(content: 0)).error == nil)
  }

  @Test func `content at the compression ratio limit is accepted, and one more byte rejected`()
    throws
  {
    // The bodies of zeros grow by a byte for every thousand of them, so there are contents of any
    // length that are an exact multiple of their bodies.
    let zeros = [UInt8](repeating: 0, count: 20_000)
    func bodyByteCount(_ count: Int) throws -> Int {
      try HTTP.GzipEncoder.encode(zeros.span.extracting(0..<count)).count
    }
    let count = try #require(
      try (10_000..<20_000).first {
        try $0 % bodyByteCount($0) == 0 && bodyByteCount($0 + 1) == bodyByteCount($0)
      })
    let ratio = try count / bodyByteCount(count)
    let atLimit = try HTTP.GzipEncoder.encode(zeros.span.extracting(0..<count))
    let pastLimit = try HTTP.GzipEncoder.encode(zeros.span.extracting(0..<(count + 1)))
    let limits = Self.limits(ratio: ratio)
    #expect(CodedBody.decode(atLimit, [.gzip], atMost: 50_000, limits: limits).error == nil)
    #expect(
      CodedBody.decode(pastLimit, [.gzip], atMost: 50_000, limits: limits).error
        == .tooDense(decoded: count + 1, received: pastLimit.count, ratio: ratio))
  }

  @Test func `the compression ratio limit does not apply to content up to the free size`() throws {
    let zeros = [UInt8](repeating: 0, count: 10_000)
    let body = try CodedBody.gzip(zeros)
    let free = CodedBody.decode(
      body, [.gzip], atMost: 50_000, limits: Self.limits(ratio: 2, free: 10_000))
    #expect(free.error == nil && free.content == zeros)
    let counted = CodedBody.decode(
      body, [.gzip], atMost: 50_000, limits: Self.limits(ratio: 2, free: 9_999))
    #expect(counted.error == .tooDense(decoded: 10_000, received: body.count, ratio: 2))
  }

  @Test func `a compression ratio limit of Int.max does not overflow`() {
    let limits = Self.limits(ratio: .max)
    #expect(throws: Never.self) { try limits.check(decoded: .max, received: 2) }
    #expect(throws: HTTP.InvalidCoding.tooDense(decoded: 1, received: 0, ratio: .max)) {
      try limits.check(decoded: 1, received: 0)
    }
  }

  @Test func `a decompression bomb is rejected after about 10 MiB of decoded content`() throws {
    let zeros = [UInt8](repeating: 0, count: 16 << 20)
    let bomb = try CodedBody.gzip(zeros, level: .smallest)
    #expect(bomb.count < 17_000)
    for (pieces, room) in [(.max, 65_536), (.max, 1_000), (100, 16 << 20), (1, 65_536)] {
      let outcome = CodedBody.decode(bomb, [.gzip], pieces: pieces, atMost: room)
      guard case .tooDense(let decoded, let received, ratio: 1_000) = outcome.error else {
        Issue.record("\(String(describing: outcome.error))")
        continue
      }
      #expect(outcome.content.count == decoded)
      #expect(decoded > 10 << 20 && decoded <= 10 << 20 + 65_536)
      #expect(decoded > 1_000 * received)
    }
  }

  @Test func `a decompression bomb inside a gzip body is rejected after about 10 MiB`() throws {
    let zeros = [UInt8](repeating: 0, count: 16 << 20)
    let inner = try CodedBody.gzip(zeros, level: .smallest)
    let bomb = try CodedBody.gzip(inner, level: .smallest)
    #expect(bomb.count < 200)
    let outcome = CodedBody.decode(bomb, [.gzip, .gzip])
    guard case .tooDense = outcome.error else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(outcome.content.count <= 10 << 20 + 65_536)
  }

  @Test
  func `a body that expands only between its two codings is rejected as a bomb`()
    throws
  {
    // Endless empty blocks: four mebibytes between the codings, and no content at all. Gzip encodes
    // them in a 688th of their length.
    var blocks: [UInt8] = [0, 0, 0, 0xff, 0xff]
    while blocks.count < 4 << 20 { blocks += blocks }
    let bomb = try CodedBody.gzip(blocks, level: .smallest)
    let outcome = CodedBody.decode(
      bomb, [.deflate, .gzip], limits: Self.limits(ratio: 500, free: 1 << 20))
    guard case .tooDense(let decoded, _, _) = outcome.error else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(outcome.content.isEmpty)
    #expect(decoded <= 1 << 20 + 65_536)
  }

  @Test func `content that is more than 300 times as long as its gzip body is accepted`() throws {
    let content = [UInt8](
      (0..<40).flatMap { _ in CodedBody.noise(600) + [UInt8](repeating: 0, count: 300_000) })
    let body = try CodedBody.gzip(content)
    // Lines of a log, and zeros in JSON, become no longer than that.
    #expect(content.count > 11 << 20 && content.count > 300 * body.count)
    let outcome = CodedBody.decode(body, [.gzip], pieces: 1460)
    #expect(outcome.error == nil && outcome.content == content)
  }
}
