internal import ApusBytes
internal import ApusHTTP

extension HTTPSession {
  /// Returns the decoder of a response whose content coding was requested by the session.
  ///
  /// The function also removes the fields that describe the decoded content codings from the
  /// response head.
  func decoding(_ head: inout HTTP.ResponseHead) -> ContentDecoding? {
    guard head.fields.contains(.contentEncoding),
      let decoding = ContentDecoding(of: head, configuration.limits.decoding)
    else { return nil }
    head.fields.remove(.contentEncoding)
    head.fields.remove(.contentLength)
    return decoding
  }
}

/// The decoder of one response's content, with a memory use that does not depend on the content
/// length.
final class ContentDecoding {
  private var decoder: HTTP.ContentDecoder
  /// The received bytes that are not decoded yet.
  private var coded: [UInt8] = []
  private var taken = 0
  /// A Boolean value that indicates whether the decoder may produce more content from the bytes
  /// that it has received.
  private var mayHaveMore = false

  /// The maximum number of bytes that the content decoder processes at once.
  private static let pieceByteCount = 65_536

  /// Creates a content decoder for a response, or returns `nil` if the response has no supported
  /// content coding.
  init?(of head: HTTP.ResponseHead, _ limits: HTTP.DecodingLimits) {
    guard let value = head.fields[.contentEncoding],
      let codings = try? HTTP.ContentCoding.list(value.bytes.span),
      codings.contains(where: { $0 != .identity }),
      let decoder = try? HTTP.ContentDecoder(codings, limits: limits)
    else { return nil }
    self.decoder = decoder
  }

  /// Passes received bytes to the content decoder, after all earlier bytes were decoded.
  func feed(_ bytes: [UInt8]) {
    coded = bytes
    taken = 0
    mayHaveMore = true
  }

  /// Appends decoded content; returns `false` if the content decoder needs more bytes first.
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

  /// Checks that the encoded content is complete.
  func finish() throws(HTTPSessionError.Reason) {
    do throws(HTTP.InvalidCoding) { try decoder.finish() } catch { throw .content(error) }
  }
}
