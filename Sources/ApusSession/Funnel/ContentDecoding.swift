internal import ApusBytes
internal import ApusHTTP

extension HTTPSession {
  /// Returns the decoding of content that the session requested.
  ///
  /// The fields about removed codings are also removed from the head.
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
  /// The received bytes that are not decoded yet.
  private var coded: [UInt8] = []
  private var taken = 0
  /// A Boolean value that indicates whether the fed bytes may yield more content.
  private var mayHaveMore = false

  /// The number of bytes that are decoded at once.
  private static let pieceByteCount = 65_536

  /// Creates a decoding for a response, or nil if the content has no supported coding.
  init?(of head: HTTP.ResponseHead, _ limits: HTTP.DecodingLimits) {
    guard let value = head.fields[.contentEncoding],
      let codings = try? HTTP.ContentCoding.list(value.bytes.span),
      codings.contains(where: { $0 != .identity }),
      let decoder = try? HTTP.ContentDecoder(codings, limits: limits)
    else { return nil }
    self.decoder = decoder
  }

  /// Takes received bytes, after all earlier ones were decoded.
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
