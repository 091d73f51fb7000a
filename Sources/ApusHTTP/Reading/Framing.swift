/// The rules that determine the length of a message body from the header fields.
///
/// Each rule uses all lines of a field together, so two recipients of the same bytes agree about
/// the end of the message.
///
/// RFC 9112 section 6.3.
struct Framing {
  let fields: HTTP.Fields
  /// The union of the flags of all field lines. If the flag of a framing field is not set, the
  /// message does not contain the field.
  let known: FieldLine.Notes
  let version: HTTP.Version

  /// Returns the value of the `Content-Length` field, or `nil` if the field is missing. The
  /// function throws an error if the field has different values.
  ///
  ///     Content-Length = 1*DIGIT
  ///
  /// A `Content-Length` list that repeats one number, such as `5, 5`, is equivalent to the number.
  /// RFC 9110 section 8.6.
  func contentLength() throws(HTTP.ParseError) -> Int? {
    guard known.contains(.contentLength) else { return nil }
    var first: Int?
    var lengthOfFirst = 0
    try fields.withValues(noted: .contentLength) { value throws(HTTP.ParseError) in
      try HTTP.forEachMember(of: value) { member throws(HTTP.ParseError) in
        guard let number = ASCII.decimal(member), let count = Int(exactly: number) else {
          throw .invalidContentLength
        }
        // Equal numbers with different leading zeros, such as `5, 05`, are rejected, because
        // another recipient might interpret them as different lengths.
        guard first == nil || first == count && lengthOfFirst == member.count else {
          throw .invalidContentLength
        }
        first = count
        lengthOfFirst = member.count
      }
    }
    return first
  }

  /// Returns whether the body is chunked. The function throws an error for any other transfer
  /// coding.
  ///
  ///     Transfer-Encoding = #transfer-coding
  ///
  /// RFC 9112 section 6.1.
  func isChunked() throws(HTTP.ParseError) -> Bool {
    guard known.contains(.transferEncoding) else { return false }
    var count = 0
    try fields.withValues(noted: .transferEncoding) { value throws(HTTP.ParseError) in
      try HTTP.forEachMember(of: value) { member throws(HTTP.ParseError) in
        guard !member.isEmpty else { return }
        guard ASCII.equalsIgnoringCase(member, "chunked") else {
          throw .unsupportedTransferEncoding
        }
        count += 1
      }
    }
    guard count == 1 else { throw .unsupportedTransferEncoding }
    return true
  }

  /// Returns whether the connection can carry another message after a message with this framing.
  ///
  /// HTTP/1.0 does not define transfer codings, so the framing of an HTTP/1.0 message with a
  /// transfer coding is unreliable. The connection must close after an HTTP/1.0 message with a
  /// transfer coding.
  ///
  /// RFC 9112 section 9.3, and section 6.1 for the last rule.
  func persists(_ extent: HTTP.BodyFraming) -> Bool {
    switch extent {
    case .untilClose, .tunnel, .upgrade: return false
    case .chunked where !version.isAtLeast11: return false
    case .none, .contentLength, .chunked: break
    }
    guard known.contains(.connection) else { return version.isAtLeast11 }
    var closes = false
    var keepsAlive = false
    fields.withValues(noted: .connection) { value in
      HTTP.forEachMember(of: value) { option in
        switch option.count {
        case 5: closes = closes || ASCII.equalsIgnoringCase(option, "close")
        case 10 where !version.isAtLeast11:
          keepsAlive = keepsAlive || ASCII.equalsIgnoringCase(option, "keep-alive")
        default: break
        }
      }
    }
    return !closes && (version.isAtLeast11 || keepsAlive)
  }

  /// Checks that the request has exactly one valid `Host` field. An HTTP/1.0 request may omit the
  /// `Host` field.
  ///
  /// RFC 9112 section 3.2.
  func checkHost() throws(HTTP.ParseError) {
    var count = 0
    var isValid = true
    if known.contains(.host) {
      fields.withValues(noted: .host) { value in
        count += 1
        isValid = isValid && HTTP.HostField(value) != nil
      }
    }
    guard isValid, count == 1 || count == 0 && !version.isAtLeast11 else {
      throw .invalidHost(lineCount: count)
    }
  }

  /// Returns the framing of a response body.
  ///
  /// RFC 9112 section 6.3.
  func ofResponse(
    status: HTTP.Status, to request: HTTP.ResponseReader.Request, upgrades: Bool
  ) throws(HTTP.ParseError) -> HTTP.BodyFraming {
    if status.code == 101 {
      guard upgrades else { throw .unexpectedUpgrade }
      return .upgrade
    }
    if request == .connect, status.isSuccess { return .tunnel }
    if request == .head || status.isInformational || status.code == 204 || status.code == 304 {
      return .none
    }
    let length = try contentLength()
    if try isChunked() {
      guard length == nil else { throw .lengthBesideTransferEncoding }
      return .chunked
    }
    return length.map { .contentLength($0) } ?? .untilClose
  }

  /// Returns the framing of a request body.
  ///
  /// RFC 9112 section 6.3.
  func ofRequest(method: HTTP.Method) throws(HTTP.ParseError) -> HTTP.BodyFraming {
    try checkHost()
    if method == .connect { return .tunnel }
    let length = try contentLength()
    if try isChunked() {
      guard length == nil else { throw .lengthBesideTransferEncoding }
      guard version.isAtLeast11 else { throw .transferEncodingInHTTP10 }
      return .chunked
    }
    return length.map { .contentLength($0) } ?? .none
  }
}
