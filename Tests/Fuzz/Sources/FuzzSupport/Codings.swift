import ApusHTTP

/// The result of decoding a body.
struct DecodedBody: Equatable {
  var content: [UInt8] = []
  var failure: HTTP.InvalidCoding?
}

/// Requires that a body is decoded alike as a whole, in single bytes and in pieces of a size.
public func checkDecoding(_ bytes: [UInt8], _ codings: [HTTP.ContentCoding], pieceSize: Int) {
  require(codings.allSatisfy(\.isSupported), "a trait is not enabled")
  let whole = decode(bytes, codings, pieceSize: max(1, bytes.count), room: 1 << 14)
  let hasOffsets = codings.count == 1 && codings != [.brotli]
  requireAgreement(whole, decode(bytes, codings, pieceSize: 1, room: 7), hasOffsets)
  let pieces = decode(bytes, codings, pieceSize: pieceSize, room: pieceSize * 5)
  requireAgreement(whole, pieces, hasOffsets)
}

/// Requires that two ways of feeding the same bytes have the same result.
///
/// The number of bytes before a fault depends on the available room; their values must not differ.
/// If two stacked codings are both malformed, the first detected fault depends on the number of
/// bytes that the decoder returned from the outer one before its fault. The decoder of Brotli
/// reports no offset, and does not return the bytes before a fault of the same piece.
private func requireAgreement(_ one: DecodedBody, _ other: DecodedBody, _ hasOffsets: Bool) {
  let count = min(one.content.count, other.content.count)
  require((one.failure == nil) == (other.failure == nil), "\(one) and \(other)")
  require(!hasOffsets || one.failure == other.failure, "\(one) and \(other)")
  require(one.content.prefix(count) == other.content.prefix(count), "\(one) and \(other)")
  require(one.failure != nil || one.content.count == other.content.count, "\(one), \(other)")
}

/// Decodes in pieces into rooms of a size, and requires that no limit is exceeded.
private func decode(
  _ bytes: [UInt8], _ codings: [HTTP.ContentCoding], pieceSize: Int, room: Int
) -> DecodedBody {
  var limits = HTTP.DecodingLimits()
  limits.contentByteCount = 20_000
  limits.ratio = nil
  var outcome = DecodedBody()
  do throws(HTTP.InvalidCoding) {
    var decoder = try HTTP.ContentDecoder(codings, limits: limits)
    var at = 0
    var end = 0
    repeat {
      end = min(bytes.count, end + pieceSize)
      var made = room
      while made == room {
        let before = outcome.content.count
        let taken = try decoder.decode(
          bytes.span.extracting(at..<end), into: &outcome.content, atMost: room)
        made = outcome.content.count - before
        require(made <= room && taken <= end - at, "more than there was room for")
        at += taken
      }
    } while end < bytes.count
    try decoder.finish()
  } catch {
    outcome.failure = error
  }
  require(outcome.content.count <= 20_000, "the limit was passed")
  return outcome
}
