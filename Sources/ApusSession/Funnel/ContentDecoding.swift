internal import ApusBytes
internal import ApusHTTP

extension HTTPSession {
  /// The decoding of content whose codings the session has asked for; what described them is gone
  /// from the head then.
  func decoding(_ head: inout HTTP.ResponseHead) -> ContentDecoding? {
    guard head.fields.contains(.contentEncoding),
      let decoding = ContentDecoding(of: head, configuration.limits.decoding)
    else { return nil }
    head.fields.remove(.contentEncoding)
    head.fields.remove(.contentLength)
    return decoding
  }
}

/// The decoding of one response's content, in memory that does not grow with the content.
final class ContentDecoding {
  private var decoder: HTTP.ContentDecoder
  /// What was received and not decoded yet.
  private var coded: [UInt8] = []
  private var taken = 0
  /// Whether more content may come of what was fed.
  private var mayHaveMore = false

  /// How much content is made at once.
  private static let pieceByteCount = 65_536

  /// A decoding for a response, or nil if nothing was done to its content that can be undone.
  init?(of head: HTTP.ResponseHead, _ limits: HTTP.DecodingLimits) {
    guard let value = head.fields[.contentEncoding],
      let codings = try? HTTP.ContentCoding.list(value.bytes.span),
      codings.contains(where: { $0 != .identity }),
      let decoder = try? HTTP.ContentDecoder(codings, limits: limits)
    else { return nil }
    self.decoder = decoder
  }

  /// Takes over what has been received, once nothing is left of what was before.
  func feed(_ bytes: [UInt8]) {
    coded = bytes
    taken = 0
    mayHaveMore = true
  }

  /// Appends some content; returns false if more must be fed first.
  func decode(into content: inout [UInt8]) throws(HTTPSessionError.Reason) -> Bool {
    guard mayHaveMore else { return false }
    let before = content.count
    let coded = coded
    do throws(HTTP.InvalidCoding) {
      taken += try decoder.decode(
        coded.span.extracting(taken...), into: &content, atMost: Self.pieceByteCount)
    } catch {
      throw .content(error)
    }
    let made = content.count - before
    mayHaveMore = made == Self.pieceByteCount
    return made > 0
  }

  /// Checks that the content is whole.
  func finish() throws(HTTPSessionError.Reason) {
    do throws(HTTP.InvalidCoding) { try decoder.finish() } catch { throw .content(error) }
  }
}
