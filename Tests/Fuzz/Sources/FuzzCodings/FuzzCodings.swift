import ApusHTTP
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCodings(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let setting = input.takeByte()
  let cut = input.takeByte() + 1
  let whole = decode(input.bytes, setting, pieceSize: max(1, input.bytes.count), room: 1 << 14)
  let pieces = decode(input.bytes, setting, pieceSize: 1, room: 7)
  let isStacked = setting & 4 != 0
  requireAgreement(whole, pieces, isStacked)
  let others = decode(input.bytes, setting, pieceSize: cut, room: cut * 5)
  requireAgreement(whole, others, isStacked)
  encode(input.bytes, pieceSize: cut)
  return 0
}

struct Outcome: Equatable {
  var content: [UInt8] = []
  var failure: HTTP.InvalidCoding?
}

/// Requires that two ways of feeding the same bytes have the same result.
///
/// The number of bytes before a fault depends on the available room; their values must not differ.
/// If two stacked codings are both malformed, the first detected fault depends on the number of
/// bytes that zlib returned from the outer one before its fault.
func requireAgreement(_ one: Outcome, _ other: Outcome, _ isStacked: Bool) {
  let count = min(one.content.count, other.content.count)
  require((one.failure == nil) == (other.failure == nil), "\(one) and \(other)")
  require(isStacked || one.failure == other.failure, "\(one) and \(other)")
  require(one.content.prefix(count) == other.content.prefix(count), "\(one) and \(other)")
  require(one.failure != nil || one.content.count == other.content.count, "\(one), \(other)")
}

/// Decodes in pieces into rooms of a size, and requires that no limit is exceeded.
func decode(_ bytes: [UInt8], _ setting: Int, pieceSize: Int, room: Int) -> Outcome {
  let all: [HTTP.ContentCoding] = [.gzip, .deflate, .identity]
  let codings =
    setting & 4 == 0 ? [all[setting & 3 % 3]] : [all[setting & 1], all[setting >> 1 & 1]]
  var limits = HTTP.DecodingLimits()
  limits.contentByteCount = 20_000
  limits.ratio = nil
  var outcome = Outcome()
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

/// The decoder restores the bytes from the encoder's output.
func encode(_ bytes: [UInt8], pieceSize: Int) {
  do throws(HTTP.InvalidCoding) {
    var encoder = try HTTP.GzipEncoder()
    var body: [UInt8] = []
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, at + pieceSize)
      try encoder.encode(bytes.span.extracting(at..<end), into: &body)
      at = end
    }
    try encoder.finish(into: &body)
    let content = try HTTP.ContentDecoder.decode(body.span, [.gzip])
    require(content == bytes, "gzip did not come back")
  } catch {
    require(false, "gzip was refused: \(error)")
  }
}
