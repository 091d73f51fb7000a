internal import ApusBytes

extension HTTP.Date {
  /// Parses an HTTP date in any of the three formats of RFC 9110.
  ///
  ///     HTTP-date    = IMF-fixdate / obs-date
  ///     obs-date     = rfc850-date / asctime-date
  ///     IMF-fixdate  = day-name "," SP day SP month SP year SP time-of-day SP GMT
  ///     rfc850-date  = day-name-l "," SP day "-" month "-" 2DIGIT SP time-of-day SP GMT
  ///     asctime-date = day-name SP month SP ( 2DIGIT / ( SP DIGIT ) ) SP time-of-day SP year
  ///     time-of-day  = 2DIGIT ":" 2DIGIT ":" 2DIGIT
  ///
  /// RFC 9110 section 5.6.7.
  ///
  /// The names of days and months may be in any letter case, because RFC 9111 section 4.2 requires
  /// case-insensitive parsing. The name of the weekday must be valid but need not match the date.
  ///
  /// A two-digit year becomes the latest matching year that is not more than 50 years after `now`.
  /// Without `now`, the years 70 to 99 are in the 20th century and the years 00 to 69 are in the
  /// 21st century.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the field value without surrounding white space.
  ///   - now: The current date, for two-digit years; `nil` for the years 1970 to 2069.
  public init(_ bytes: Span<UInt8>, now: HTTP.Date? = nil) throws(HTTP.InvalidValue) {
    var at = Cursor(0..<bytes.count)
    at.skipWhitespace(in: bytes)
    let letters = ByteSet.letters
    let name = at.readWhile(in: bytes) { letters.contains($0) }
    let isShort = name.count == 3
    guard bytes.isDayName(name, in: isShort ? Self.dayNames : Self.longDayNames) else {
      throw .malformedDate(at: name.lowerBound)
    }
    let fields =
      switch (isShort, at.skip(",", in: bytes)) {
      case (true, true): at.readFixdate(in: bytes)
      case (true, false): at.readAsctime(in: bytes)
      case (false, true): at.readRFC850(in: bytes, now: now)
      case (false, false): Fields?.none
      }
    guard let fields else { throw .malformedDate(at: at.position) }
    at.skipWhitespace(in: bytes)
    guard at.isAtEnd else { throw .malformedDate(at: at.position) }
    try self.init(
      year: fields.year, month: fields.month, day: fields.day,
      hour: fields.time.hour, minute: fields.time.minute, second: fields.time.second)
  }

  /// Parses an HTTP date in any of the three formats of RFC 9110.
  ///
  /// - Parameters:
  ///   - text: The text of the field value without surrounding white space.
  ///   - now: The current date, for two-digit years; `nil` for the years 1970 to 2069.
  public init(_ text: String, now: HTTP.Date? = nil) throws(HTTP.InvalidValue) {
    try self.init(Array(text.utf8).span, now: now)
  }

  private static let longDayNames = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}

/// The components of an HTTP date before the range checks.
private struct Fields {
  var year: Int
  var month: Int
  var day: Int
  var time: (hour: Int, minute: Int, second: Int)

  /// Adds the century to a two-digit year.
  ///
  /// RFC 9110 section 5.6.7.
  mutating func completeYear(now: HTTP.Date?) {
    guard let (today, timeOfDay) = now?.civil else {
      year += year < 70 ? 2000 : 1900
      return
    }
    let latest = today.year + 50
    year = latest - (latest - year) % 100
    let second = time.hour * 3600 + time.minute * 60 + time.second
    // If the year is exactly 50 years in the future, the month, day and time determine the century.
    if year == latest, (month, day, second) > (today.month, today.day, timeOfDay) { year -= 100 }
  }
}

extension Cursor {
  fileprivate mutating func readFixdate(in bytes: Span<UInt8>) -> Fields? {
    guard skip(" ", in: bytes), let day = readDigits(2, in: bytes),
      skip(" ", in: bytes), let month = readMonth(in: bytes),
      skip(" ", in: bytes), let year = readDigits(4, in: bytes),
      let time = readTime(in: bytes), readZone(in: bytes)
    else { return nil }
    return Fields(year: year, month: month, day: day, time: time)
  }

  fileprivate mutating func readRFC850(in bytes: Span<UInt8>, now: HTTP.Date?) -> Fields? {
    guard skip(" ", in: bytes), let day = readDigits(2, in: bytes),
      skip("-", in: bytes), let month = readMonth(in: bytes),
      skip("-", in: bytes), let year = readDigits(2, in: bytes),
      let time = readTime(in: bytes), readZone(in: bytes)
    else { return nil }
    var fields = Fields(year: year, month: month, day: day, time: time)
    fields.completeYear(now: now)
    return fields
  }

  fileprivate mutating func readAsctime(in bytes: Span<UInt8>) -> Fields? {
    guard skip(" ", in: bytes), let month = readMonth(in: bytes), skip(" ", in: bytes),
      let day = skip(" ", in: bytes) ? readDigits(1, in: bytes) : readDigits(2, in: bytes),
      let time = readTime(in: bytes), skip(" ", in: bytes), let year = readDigits(4, in: bytes)
    else { return nil }
    return Fields(year: year, month: month, day: day, time: time)
  }

  private mutating func readMonth(in bytes: Span<UInt8>) -> Int? {
    guard remaining >= 3 else { return nil }
    let name = bytes.extracting(position..<position + 3)
    let index = HTTP.Date.monthNames.firstIndex { ASCII.equalsIgnoringCase(name, $0) }
    guard let index else { return nil }
    position += 3
    return index + 1
  }

  private mutating func readTime(
    in bytes: Span<UInt8>
  ) -> (hour: Int, minute: Int, second: Int)? {
    guard skip(" ", in: bytes), let hour = readDigits(2, in: bytes),
      skip(":", in: bytes), let minute = readDigits(2, in: bytes),
      skip(":", in: bytes), let second = readDigits(2, in: bytes)
    else { return nil }
    return (hour, minute, second)
  }

  private mutating func readZone(in bytes: Span<UInt8>) -> Bool {
    guard remaining >= 4,
      ASCII.equalsIgnoringCase(bytes.extracting(position..<position + 4), " GMT")
    else { return false }
    position += 4
    return true
  }
}

extension Span<UInt8> {
  fileprivate func isDayName(_ range: Range<Int>, in names: [String]) -> Bool {
    let name = extracting(range)
    for candidate in names where ASCII.equalsIgnoringCase(name, candidate) { return true }
    return false
  }
}
