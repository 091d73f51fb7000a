internal import ApusBytes
internal import ApusHTTP

/// The range of a 206 response's content within the whole representation.
///
///     Content-Range = "bytes" SP first-pos "-" last-pos "/" ( complete-length / "*" )
///
/// RFC 9110 section 14.4. The session never saves a partial response as a file if the request has
/// no range.
struct ReceivedRange: Equatable {
  let first: UInt64
  let last: UInt64
  /// The length of the whole representation, or `nil` if the length is not known.
  let length: UInt64?

  /// Rejects a 206 response unless the request has exactly one range, and the response is within
  /// that range.
  static func check(
    _ head: HTTP.ResponseHead, of request: HTTP.Fields
  ) throws(HTTPSessionError.Reason) {
    guard head.status.code == 206 else { return }
    guard let asked = request[.range], let range = RequestedRange(asked.bytes.span),
      let value = head.fields[.contentRange], let received = ReceivedRange(value.bytes.span),
      range.isAnswered(by: received)
    else { throw .unexpectedPartialContent }
  }

  init?(_ value: Span<UInt8>) {
    var at = Cursor(value.indices)
    guard at.skip("bytes ", in: value), let first = at.readDecimal(in: value),
      at.skip("-", in: value), let last = at.readDecimal(in: value), at.skip("/", in: value),
      first <= last
    else { return nil }
    var length: UInt64?
    if !at.skip("*", in: value) {
      length = at.readDecimal(in: value)
      guard let length, last < length else { return nil }
    }
    guard at.isAtEnd else { return nil }
    (self.first, self.last, self.length) = (first, last, length)
  }

  /// Reads the complete length from the `Content-Range` field of a 416 response, or returns `nil`
  /// if the length is missing.
  ///
  ///     unsatisfied-range = "*/" complete-length
  ///
  /// RFC 9110 section 14.4.
  static func unsatisfiedLength(_ value: Span<UInt8>) -> UInt64? {
    var at = Cursor(value.indices)
    guard at.skip("bytes */", in: value), let length = at.readDecimal(in: value), at.isAtEnd
    else { return nil }
    return length
  }
}

/// The single byte range of a request. Requests with several ranges are not supported.
///
///     Range      = "bytes=" int-range / "bytes=" suffix-range
///     int-range  = first-pos "-" [ last-pos ]
///
/// RFC 9110 section 14.2.
private struct RequestedRange {
  /// The first position of the range, or `nil` for a suffix range.
  let first: UInt64?
  /// The last position of the range, or the length of a suffix range.
  ///
  /// The value is `nil` if the range extends to the end of the representation.
  let last: UInt64?

  init?(_ value: Span<UInt8>) {
    var at = Cursor(value.indices)
    guard at.skip("bytes=", in: value) else { return nil }
    first = at.readDecimal(in: value)
    guard at.skip("-", in: value) else { return nil }
    last = at.readDecimal(in: value)
    guard at.isAtEnd, first != nil || last != nil else { return nil }
  }

  /// Returns whether a received range is the requested range or the beginning of the requested
  /// range.
  ///
  /// The position of a suffix range depends on the length of the whole representation. Therefore, a
  /// suffix range must be received completely.
  func isAnswered(by range: ReceivedRange) -> Bool {
    if let first { return range.first == first && range.last <= last ?? .max }
    guard let last, let length = range.length else { return false }
    return range.first == length - min(last, length) && range.last == length - 1
  }
}

extension Cursor {
  /// Reads all decimal digits at the current position as a number.
  ///
  /// The function returns `nil` if there are no digits, or if the number is too large.
  fileprivate mutating func readDecimal(in bytes: Span<UInt8>) -> UInt64? {
    let digits = readWhile(in: bytes) { 0x30...0x39 ~= $0 }
    return ASCII.decimal(bytes.extracting(digits))
  }
}
