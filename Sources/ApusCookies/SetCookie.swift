internal import ApusBytes
internal import ApusHTTP

/// The parts of one `Set-Cookie` value, before they are checked against its origin.
///
///     set-cookie-string = name-value-pair *( ";" cookie-av )
///     name-value-pair   = [ name "=" ] value
///     cookie-av         = attribute-name [ "=" attribute-value ]
///
/// Names and values are any bytes without the white space around them. Of attributes with one name
/// the last readable one counts; unknown attributes are skipped.
///
/// RFC 6265bis section 5.6.
struct SetCookie {
  /// The longest value of an attribute that is not passed over, in bytes.
  static let attributeLimit = 1_024
  /// The longest life of a cookie, in seconds: 400 days. RFC 6265bis section 5.5.
  static let lifetimeLimit: Int64 = 400 * 86_400

  let name: [UInt8]
  let value: [UInt8]
  /// The domain without a leading dot; empty is as good as none.
  private(set) var domain: [UInt8] = []
  /// The path as received; empty if it does not begin with `/`, nil if there is none.
  private(set) var path: [UInt8]?
  private(set) var isSecure = false
  private(set) var isHTTPOnly = false
  private(set) var sameSite: HTTP.Cookie.SameSite?
  private var maxAge: Int64?
  private var expires: HTTP.Date?

  init(parsing bytes: Span<UInt8>) throws(CookieError) {
    for index in bytes.indices where HTTP.Cookie.isControl(bytes[index]) {
      throw .controlCharacter(at: index)
    }
    var at = Cursor(0..<bytes.count)
    let pair = at.readWhile(in: bytes) { $0 != 0x3b }
    let (name, value) = Self.split(pair, of: bytes)
    // Text without "=" is a value.
    let parts = value.map { (name, $0) } ?? (name.lowerBound..<name.lowerBound, name)
    self.name = bytes.extracting(parts.0).copy()
    self.value = bytes.extracting(parts.1).copy()
    while at.skip(";", in: bytes) {
      let attribute = at.readWhile(in: bytes) { $0 != 0x3b }
      let (name, value) = Self.split(attribute, of: bytes)
      take(bytes.extracting(name), bytes.extracting(value ?? name.upperBound..<name.upperBound))
    }
  }

  /// When the cookie ends that is received now; nil if with the session.
  ///
  /// RFC 6265bis section 5.7, step 6: `Max-Age` is looked at before `Expires`.
  func expiry(receivedAt now: HTTP.Date) -> HTTP.Date? {
    let latest = now.adding(Self.lifetimeLimit)
    if let maxAge { return maxAge > 0 ? now.adding(maxAge) : .distantPast }
    return expires.map { min($0, latest) }
  }

  private mutating func take(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    guard value.count <= Self.attributeLimit else { return }
    if ASCII.equalsIgnoringCase(name, "Expires") {
      expires = CookieDate.parse(value) ?? expires
    } else if ASCII.equalsIgnoringCase(name, "Max-Age") {
      maxAge = Self.seconds(value) ?? maxAge
    } else if ASCII.equalsIgnoringCase(name, "Domain") {
      let hasDot = !value.isEmpty && value[0] == 0x2e
      domain = value.extracting((hasDot ? 1 : 0)..<value.count).copy()
    } else if ASCII.equalsIgnoringCase(name, "Path") {
      path = !value.isEmpty && value[0] == 0x2f ? value.copy() : []
    } else if ASCII.equalsIgnoringCase(name, "Secure") {
      isSecure = true
    } else if ASCII.equalsIgnoringCase(name, "HttpOnly") {
      isHTTPOnly = true
    } else if ASCII.equalsIgnoringCase(name, "SameSite") {
      sameSite = HTTP.Cookie.SameSite.allCases.first {
        ASCII.equalsIgnoringCase(value, $0.rawValue)
      }
    }
  }

  /// The seconds of a `Max-Age`, 0 for a negative one and no more than the longest life.
  ///
  ///     max-age-value = [ "-" ] 1*DIGIT
  ///
  /// RFC 6265bis section 5.6.2.
  private static func seconds(_ value: Span<UInt8>) -> Int64? {
    var at = Cursor(0..<value.count)
    let isNegative = at.skip("-", in: value)
    guard !at.isAtEnd else { return nil }
    var seconds: Int64 = 0
    while let byte = at.peek(in: value) {
      guard ByteSet.digits.contains(byte) else { return nil }
      // Below ten times the limit, so it cannot overflow.
      seconds = min(seconds * 10 + Int64(byte - 0x30), lifetimeLimit)
      at.position += 1
    }
    return isNegative ? 0 : seconds
  }

  /// The parts before and after the first `=`, without the white space around them.
  private static func split(
    _ range: Range<Int>, of bytes: Span<UInt8>
  ) -> (name: Range<Int>, value: Range<Int>?) {
    var at = Cursor(range)
    let name = at.readWhile(in: bytes) { $0 != 0x3d }
    guard !at.isAtEnd else { return (trimmed(range, of: bytes), nil) }
    let value = at.position + 1..<range.upperBound
    return (trimmed(name, of: bytes), trimmed(value, of: bytes))
  }

  private static func trimmed(_ range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, HTTP.Cookie.isSpace(bytes[start]) { start += 1 }
    while start < end, HTTP.Cookie.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}

extension HTTP.Date {
  /// A moment before all that a jar knows.
  static let distantPast = HTTP.Date(secondsSinceEpoch: .min)

  /// The date that many seconds later, or the last date that can be written.
  func adding(_ seconds: Int64) -> HTTP.Date {
    // Both are small numbers: a date ends with the year 9999, a life after 400 days.
    HTTP.Date(secondsSinceEpoch: secondsSinceEpoch + seconds)
  }
}
