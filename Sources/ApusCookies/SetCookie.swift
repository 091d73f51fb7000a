internal import ApusBytes
internal import ApusHTTP

/// The parsed parts of a `Set-Cookie` field, before the comparison with the origin of the response.
///
///     set-cookie-string = name-value-pair *( ";" cookie-av )
///     name-value-pair   = [ name "=" ] value
///     cookie-av         = attribute-name [ "=" attribute-value ]
///
/// The name and the value may contain any bytes, and the parser removes the white space around
/// them. If an attribute is repeated, the last readable attribute counts. The parser skips unknown
/// attributes.
///
/// RFC 6265bis section 5.6.
struct SetCookie {
  /// The maximum number of bytes of a cookie attribute's value. The parser skips longer attribute
  /// values.
  static let attributeLimit = 1_024
  /// The maximum lifetime of a cookie in seconds, which is 400 days. RFC 6265bis section 5.5.
  static let lifetimeLimit: Int64 = 400 * 86_400

  let name: [UInt8]
  let value: [UInt8]
  /// The domain of the cookie without a leading dot. An empty domain counts as a missing domain.
  private(set) var domain: [UInt8] = []
  /// The path of the cookie as received. The path is empty if the received path does not begin with
  /// `/`. The value is `nil` if the field has no path.
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
    // A `Set-Cookie` text without `=` is the value of a cookie without a name.
    let parts = value.map { (name, $0) } ?? (name.lowerBound..<name.lowerBound, name)
    self.name = bytes.extracting(parts.0).copy()
    self.value = bytes.extracting(parts.1).copy()
    while at.skip(";", in: bytes) {
      let attribute = at.readWhile(in: bytes) { $0 != 0x3b }
      let (name, value) = Self.split(attribute, of: bytes)
      take(bytes.extracting(name), bytes.extracting(value ?? name.upperBound..<name.upperBound))
    }
  }

  /// Returns the expiry date of a cookie that is received now. The value is `nil` if the cookie
  /// ends with the session.
  ///
  /// `Max-Age` has priority over `Expires`. RFC 6265bis section 5.7, step 6.
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

  /// Returns the seconds of a `Max-Age` attribute, at most the maximum lifetime. A negative number
  /// counts as 0.
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
      // The number is at most the lifetime limit before each step, so the product cannot overflow.
      seconds = min(seconds * 10 + Int64(byte - 0x30), lifetimeLimit)
      at.position += 1
    }
    return isNegative ? 0 : seconds
  }

  /// Returns the parts before and after the first `=`, without the white space around the parts.
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
  /// A date that is earlier than the dates of all cookies.
  static let distantPast = HTTP.Date(secondsSinceEpoch: .min)

  /// Returns the date after a number of seconds. The result is at most the last valid date.
  func adding(_ seconds: Int64) -> HTTP.Date {
    // The sum cannot overflow, because a date is at most in the year 9999 and a lifetime is at most
    // 400 days.
    HTTP.Date(secondsSinceEpoch: secondsSinceEpoch + seconds)
  }
}
