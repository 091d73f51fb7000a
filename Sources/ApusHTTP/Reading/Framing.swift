/// The framing of a message by its fields, each rule next to its field.
///
/// Every decision uses all lines of a field at once, so that no two readers of the same bytes can
/// find two different ends.
///
/// RFC 9112 section 6.3.
struct Framing {
  let fields: HTTP.Fields
  /// The notes about all lines: a field without a note does not occur.
  let known: FieldLine.Notes
  let version: HTTP.Version

  /// The length on which every member of every line agrees, or nil without a line.
  ///
  ///     Content-Length = 1*DIGIT
  ///
  /// A list of one repeated value is a valid single value. RFC 9110 section 8.6.
  func contentLength() throws(HTTP.ParseError) -> Int? {
    guard known.contains(.contentLength) else { return nil }
    var first: Int?
    var lengthOfFirst = 0
    try fields.withValues(noted: .contentLength) { value throws(HTTP.ParseError) in
      try HTTP.forEachMember(of: value) { member throws(HTTP.ParseError) in
        guard let number = ASCII.decimal(member), let count = Int(exactly: number) else {
          throw .invalidContentLength
        }
        // The same number with other zeros before it would be another length to another reader.
        guard first == nil || first == count && lengthOfFirst == member.count else {
          throw .invalidContentLength
        }
        first = count
        lengthOfFirst = member.count
      }
    }
    return first
  }

  /// Returns whether the body is chunked; any other transfer coding is rejected.
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

  /// Returns whether the connection may serve another message after one with this framing.
  ///
  /// A coding that HTTP/1.0 does not have makes its framing doubtful, so nothing more is read.
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

  /// Checks that the request names exactly one host; HTTP/1.0 may name none.
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

  /// The framing of a response's body.
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

  /// The framing of a request's body.
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
