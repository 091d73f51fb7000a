internal import ApusBytes
package import ApusHTTP

/// A parser for the date of an `Expires` attribute. The parts of the date may be in any order, with
/// any delimiters between them.
///
///     cookie-date  = *delimiter date-token-list *delimiter
///     delimiter    = %x09 / %x20-2F / %x3B-40 / %x5B-60 / %x7B-7E
///     day-of-month = 1*2DIGIT [ non-digit *OCTET ]
///     month        = ( "jan" / "feb" / … / "dec" ) *OCTET
///     year         = 2*4DIGIT [ non-digit *OCTET ]
///     time         = time-field ":" time-field ":" time-field [ non-digit *OCTET ]
///     time-field   = 1*2DIGIT
///
/// RFC 6265bis section 5.1.1.
package struct CookieDate {
  private var time: (hour: Int, minute: Int, second: Int)?
  private var day: Int?
  private var month: Int?
  private var year: Int?

  /// Parses a cookie date in UTC. The value is `nil` if the text contains no valid date.
  package static func parse(_ bytes: Span<UInt8>) -> HTTP.Date? {
    var date = CookieDate()
    var at = Cursor(0..<bytes.count)
    while !at.isAtEnd {
      _ = at.readWhile(in: bytes, delimiters.contains)
      let token = at.readWhile(in: bytes) { !delimiters.contains($0) }
      if !token.isEmpty { date.take(bytes.extracting(token)) }
    }
    return date.moment
  }

  private static let delimiters = ByteSet("\t").union(ByteSet(0x20...0x2f))
    .union(ByteSet(0x3b...0x40)).union(ByteSet(0x5b...0x60)).union(ByteSet(0x7b...0x7e))

  /// Assigns a token to the first missing part of the date that the token can express.
  private mutating func take(_ token: Span<UInt8>) {
    if time == nil, let time = Self.time(token) {
      self.time = time
    } else if day == nil, let day = Self.number(token, 1...2) {
      self.day = day
    } else if month == nil, let month = Self.month(token) {
      self.month = month
    } else if year == nil, let year = Self.number(token, 2...4) {
      self.year = year
    }
  }

  private var moment: HTTP.Date? {
    guard let time, let day, let month, var year else { return nil }
    switch year {
    case 70...99: year += 1900
    case 0...69: year += 2000
    default: break
    }
    // A cookie date has no leap seconds, so the seconds are at most 59.
    guard year >= 1601, time.second <= 59 else { return nil }
    return try? HTTP.Date(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute,
      second: time.second)
  }

  private static func time(
    _ token: Span<UInt8>
  ) -> (hour: Int, minute: Int, second: Int)? {
    var at = Cursor(0..<token.count)
    guard let hour = digits(1...2, at: &at, in: token), at.skip(":", in: token),
      let minute = digits(1...2, at: &at, in: token), at.skip(":", in: token),
      let second = digits(1...2, at: &at, in: token)
    else { return nil }
    return (hour, minute, second)
  }

  private static func number(_ token: Span<UInt8>, _ counts: ClosedRange<Int>) -> Int? {
    var at = Cursor(0..<token.count)
    return digits(counts, at: &at, in: token)
  }

  private static func month(_ token: Span<UInt8>) -> Int? {
    guard token.count >= 3 else { return nil }
    let start = token.extracting(0..<3)
    return months.firstIndex { ASCII.equalsIgnoringCase(start, $0) }.map { $0 + 1 }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads a limited number of decimal digits, which a further digit must not follow. The value
  /// cannot overflow, because the limit is at most four digits.
  private static func digits(
    _ counts: ClosedRange<Int>, at: inout Cursor, in token: Span<UInt8>
  ) -> Int? {
    var value = 0
    var count = 0
    while let byte = at.peek(in: token), ByteSet.digits.contains(byte) {
      guard count < counts.upperBound else { return nil }
      value = value * 10 + Int(byte - 0x30)
      count += 1
      at.position += 1
    }
    return counts.contains(count) ? value : nil
  }
}
