@testable import ApusHTTP

/// Bodies for the tests, and the loop that a consumer with little room runs.
enum CodedBody {
  static let content = Array(String(repeating: "The swift never lands. ", count: 3).utf8)

  /// The result of decoding a body: the content, and the error at its end.
  struct Outcome: Equatable {
    var content: [UInt8] = []
    var error: HTTP.InvalidCoding?
    /// The largest amount of content in one call.
    var largestPiece = 0
  }

  /// Decodes a body that arrives in pieces of some size, with room for so much at a time.
  static func decode(
    _ body: [UInt8], _ codings: [HTTP.ContentCoding], pieces: Int = .max, atMost room: Int = 4096,
    limits: HTTP.DecodingLimits = HTTP.DecodingLimits(), isKept: Bool = true
  ) -> Outcome {
    var outcome = Outcome()
    do throws(HTTP.InvalidCoding) {
      var decoder = try HTTP.ContentDecoder(codings, limits: limits)
      var taken = 0
      while taken < body.count {
        let end = taken + min(pieces, body.count - taken)
        var made: [UInt8] = []
        repeat {
          made.removeAll(keepingCapacity: true)
          defer {
            if isKept { outcome.content += made }
            outcome.largestPiece = max(outcome.largestPiece, made.count)
          }
          let piece = body.span.extracting(taken..<end)
          taken += try decoder.decode(piece, into: &made, atMost: room)
        } while made.count == room
        precondition(taken == end, "room is left although input is")
      }
      try decoder.finish()
    } catch {
      outcome.error = error
    }
    return outcome
  }

  /// The content of a body that is decoded at once.
  static func content(
    of body: [UInt8], _ codings: [HTTP.ContentCoding]
  ) throws(HTTP.InvalidCoding) -> [UInt8] {
    try HTTP.ContentDecoder.decode(body.span, codings)
  }

  /// The content as one gzip member that is encoded at once.
  static func gzip(
    _ content: [UInt8], level: HTTP.GzipEncoder.Level = .balanced
  ) throws(HTTP.InvalidCoding) -> [UInt8] {
    try HTTP.GzipEncoder.encode(content.span, level: level)
  }

  /// The content in a framing without a public encoder.
  static func encode(
    _ content: [UInt8], _ framing: InflateStream.Framing, level: Int32 = 9
  ) throws -> [UInt8] {
    var body: [UInt8] = []
    try DeflateStream(framing, level: level).run(content.span, .finish, into: &body)
    return body
  }

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
}
