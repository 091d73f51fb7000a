import ApusHTTP
import ApusNet
import CApusTestSupport
import TestSupport
import Testing

/// Bodies made by the compressors of the system, and their decoding in pieces.
struct CodingTrial {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Contents from nothing to 300 kB, which compress well, badly or not at all.
  static let contents: [[UInt8]] = [
    [], [0x61], Array("The swift never lands. The swift sleeps on the wing.".utf8),
    words(40_000) + noise(3_000) + words(2_000), [UInt8](repeating: 0x30, count: 300_000),
  ]

  /// Bytes that do not compress, the same ones each time.
  static func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state)
    }
  }

  /// Words in a random order.
  static func words(_ count: Int) -> [UInt8] {
    let known = ["swift ", "never ", "lands, ", "sleeps ", "on ", "the ", "wing; ", "over ", "\n"]
    var words: [UInt8] = []
    for byte in noise(count) where words.count < count {
      words += Array(known[Int(byte) % known.count].utf8)
    }
    return Array(words.prefix(count))
  }

  /// Returns the output of a command that reads the content from its input or from the file
  /// `content` of its folder.
  func output(of command: String, for content: [UInt8] = []) throws -> [UInt8] {
    try folder.replace("content", with: content)
    let line = "cd '\(folder.path)' && { \(command); } <content >body 2>messages"
    // SAFETY: a C string for this call only.
    let status = unsafe apus_test_run(line)
    try #require(status == 0, "\(command): status \(status)")
    return try Files.contents(of: "\(folder.path)/body")
  }

  /// The result of decoding a body: the content, and the error at its end.
  struct Outcome: Equatable {
    var content: [UInt8] = []
    var error: HTTP.InvalidCoding?
  }

  /// Decodes a body that arrives in pieces of some size, with room for so much at a time.
  static func decode(
    _ body: [UInt8], _ codings: [HTTP.ContentCoding], pieces: Int = .max,
    atMost room: Int = 65_536, limits: HTTP.DecodingLimits = HTTP.DecodingLimits()
  ) -> Outcome {
    var outcome = Outcome()
    do throws(HTTP.InvalidCoding) {
      var decoder = try HTTP.ContentDecoder(codings, limits: limits)
      var taken = 0
      while taken < body.count {
        let end = taken + min(pieces, body.count - taken)
        var made = room
        while made == room {
          let before = outcome.content.count
          taken += try decoder.decode(
            body.span.extracting(taken..<end), into: &outcome.content, atMost: room)
          made = outcome.content.count - before
        }
        precondition(taken == end, "room is left although input is")
      }
      try decoder.finish()
    } catch {
      outcome.error = error
    }
    return outcome
  }

  /// Expects that a body decodes to a content, whole and in pieces, with much and with little room.
  static func expect(
    _ content: [UInt8], of body: [UInt8], _ coding: HTTP.ContentCoding, _ origin: String
  ) {
    for (pieces, room) in [(Int.max, 65_536), (1, 65_536), (1_000, 4_096), (.max, 77)] {
      let outcome = decode(body, [coding], pieces: pieces, atMost: room)
      #expect(outcome.error == nil, "\(origin), pieces of \(pieces)")
      #expect(outcome.content == content, "\(origin), pieces of \(pieces)")
    }
  }

  /// Expects that each shorter form of a body is an error.
  static func expectTruncations(
    of body: [UInt8], _ coding: HTTP.ContentCoding, _ content: [UInt8], borders: [Int] = []
  ) {
    for count in 1..<body.count where !borders.contains(count) {
      for pieces in [1, count] {
        let outcome = decode(Array(body[..<count]), [coding], pieces: pieces)
        #expect(outcome.error == .truncated(coding, at: count))
        #expect(content.starts(with: outcome.content))
      }
    }
  }

  /// Expects that a changed body is decoded or rejected alike in any pieces.
  ///
  /// - Returns: The number of changed bodies that are whole and another content.
  static func changes(
    of body: [UInt8], _ coding: HTTP.ContentCoding, _ content: [UInt8]
  ) -> Int {
    var limits = HTTP.DecodingLimits()
    limits.contentByteCount = 1 << 20
    var body = body
    var count = 0
    for index in body.indices {
      let original = body[index]
      for change: UInt8 in [1, 2, 4, 8, 16, 32, 64, 128, 0xff] {
        body[index] = original ^ change
        let whole = decode(body, [coding], limits: limits)
        let bytes = decode(body, [coding], pieces: 1, atMost: 777, limits: limits)
        let length = min(whole.content.count, bytes.content.count)
        #expect(
          withoutOffset(whole.error) == withoutOffset(bytes.error),
          "byte \(index) changed by \(change)")
        #expect(whole.content.prefix(length) == bytes.content.prefix(length))
        if whole.error == nil, whole.content != content { count += 1 }
      }
      body[index] = original
    }
    return count
  }

  /// The offset of a fault in `br` depends on the pieces.
  static func withoutOffset(_ error: HTTP.InvalidCoding?) -> HTTP.InvalidCoding? {
    guard case .malformed(.brotli, let fault, _) = error else { return error }
    return .malformed(.brotli, fault, at: 0)
  }

  /// Expects that a body of 64 MiB of zeros is refused by each limit.
  static func expectRefusal(of bomb: [UInt8], _ codings: [HTTP.ContentCoding]) {
    for pieces in [1, Int.max] {
      let outcome = decode(bomb, codings, pieces: pieces)
      guard case .tooDense(let decoded, let received, 1_000) = outcome.error else {
        Issue.record("\(String(describing: outcome.error))")
        continue
      }
      #expect(decoded <= 11 << 20 && received <= bomb.count)
      #expect(outcome.content.count <= 11 << 20)
      var limits = HTTP.DecodingLimits()
      (limits.ratio, limits.contentByteCount) = (nil, 100_000)
      let cut = decode(bomb, codings, pieces: pieces, limits: limits)
      #expect(cut.error == .tooLong(limit: 100_000) && cut.content.count == 100_000)
    }
  }

  /// Returns the growth of the process while it decodes a body whose content is not kept.
  static func growth(decoding body: [UInt8], _ coding: HTTP.ContentCoding, to count: Int) throws
    -> Int
  {
    var limits = HTTP.DecodingLimits()
    limits.ratio = nil
    let start = try ProcessMemory.residentByteCount()
    var peak = start
    var decoder = try HTTP.ContentDecoder([coding], limits: limits)
    var content: [UInt8] = []
    var taken = 0
    repeat {
      content.removeAll(keepingCapacity: true)
      taken += try decoder.decode(
        body.span.extracting(taken..<body.count), into: &content, atMost: 65_536)
      if decoder.contentByteCount % (1 << 20) == 0 {
        peak = max(peak, try ProcessMemory.residentByteCount())
      }
    } while content.count == 65_536
    try decoder.finish()
    #expect(decoder.contentByteCount == count && taken == body.count)
    return max(peak, try ProcessMemory.residentByteCount()) - start
  }
}
