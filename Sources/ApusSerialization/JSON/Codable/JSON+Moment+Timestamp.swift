internal import ApusBytes
internal import ApusHTTP

/// The conversion of moments to and from timestamps.
///
///     date-time      = full-date "T" full-time
///     full-date      = date-fullyear "-" date-month "-" date-mday
///     full-time      = partial-time time-offset
///     partial-time   = time-hour ":" time-minute ":" time-second [ time-secfrac ]
///     time-secfrac   = "." 1*DIGIT
///     time-offset    = "Z" / time-numoffset
///     time-numoffset = ( "+" / "-" ) time-hour ":" time-minute
///
/// RFC 3339 section 5.6.
extension JSON.Moment {
  /// Parses a timestamp such as `2026-11-21T20:15:00Z`. The result is `nil` if the text is not a
  /// valid timestamp.
  ///
  /// The initializer accepts a space instead of `T`, lower-case letters, and an offset without a
  /// colon. The initializer ignores the digits after nanoseconds.
  ///
  /// - Parameter text: The timestamp in the format of RFC 3339.
  public init?(timestamp text: String) {
    let octets = Array(text.utf8)
    let bytes = octets.span
    var at = Cursor(0..<bytes.count)
    guard let year = at.readDigits(4, in: bytes), at.skip("-", in: bytes),
      let month = at.readDigits(2, in: bytes), at.skip("-", in: bytes),
      let day = at.readDigits(2, in: bytes),
      at.skip("T", in: bytes) || at.skip("t", in: bytes) || at.skip(" ", in: bytes),
      let hour = at.readDigits(2, in: bytes), at.skip(":", in: bytes),
      let minute = at.readDigits(2, in: bytes), at.skip(":", in: bytes),
      let second = at.readDigits(2, in: bytes),
      let nanoseconds = at.readFraction(in: bytes), let offset = at.readOffset(in: bytes),
      at.isAtEnd,
      let date = try? HTTP.Date(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    self.init(seconds: date.secondsSinceEpoch - offset, nanoseconds: nanoseconds)
  }

  /// The date and time as a timestamp in UTC. The value is `nil` if the year has more than four
  /// digits.
  ///
  /// The fraction of a second in the timestamp has zero, three, six or nine digits.
  public var timestamp: String? {
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
    let time = Int((seconds % 86_400 + 86_400) % 86_400)
    let (year, month, day) = Self.civil((Int(seconds) - time) / 86_400)
    var text: [UInt8] = []
    text.append(year, digitCount: 4, before: 0x2d)
    text.append(month, digitCount: 2, before: 0x2d)
    text.append(day, digitCount: 2, before: 0x54)
    text.append(time / 3600, digitCount: 2, before: 0x3a)
    text.append(time / 60 % 60, digitCount: 2, before: 0x3a)
    text.append(time % 60, digitCount: 2, before: nanoseconds == 0 ? 0x5a : 0x2e)
    if nanoseconds != 0 {
      var (fraction, digitCount) = (Int(nanoseconds), 9)
      while fraction % 1000 == 0 { (fraction, digitCount) = (fraction / 1000, digitCount - 3) }
      text.append(fraction, digitCount: digitCount, before: 0x5a)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Converts the number of days since January 1, 1970 to a year, month and day of the Gregorian
  /// calendar.
  ///
  /// The algorithm counts years from March, so that the leap day is the last day of a year. There
  /// are 719,468 days between March 1 of the year 0 and January 1, 1970. A period of 400 years has
  /// 146,097 days.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let day = (shifted % 146_097 + 146_097) % 146_097
    let cycle = (shifted - day) / 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      400 * cycle + year + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}

extension Cursor {
  /// Reads the optional fraction of a second in a timestamp as nanoseconds. The result is `nil` if
  /// no digit follows the decimal point.
  fileprivate mutating func readFraction(in bytes: Span<UInt8>) -> Int32? {
    guard skip(".", in: bytes) || skip(",", in: bytes) else { return 0 }
    let digits = readWhile(in: bytes) { $0 &- 0x30 < 10 }
    guard !digits.isEmpty else { return nil }
    var nanoseconds: Int32 = 0
    for index in 0..<9 {
      let digit = index < digits.count ? bytes[digits.lowerBound + index] &- 0x30 : 0
      nanoseconds = nanoseconds * 10 + Int32(digit)
    }
    return nanoseconds
  }

  /// Reads the UTC offset of a timestamp, such as `+02:00`, and returns the offset in seconds.
  fileprivate mutating func readOffset(in bytes: Span<UInt8>) -> Int64? {
    if skip("Z", in: bytes) || skip("z", in: bytes) { return 0 }
    let isWest = skip("-", in: bytes)
    guard isWest || skip("+", in: bytes), let hours = readDigits(2, in: bytes), hours < 24 else {
      return nil
    }
    _ = skip(":", in: bytes)
    guard let minutes = readDigits(2, in: bytes), minutes < 60 else { return nil }
    let offset = Int64(hours * 3600 + minutes * 60)
    return isWest ? -offset : offset
  }
}

extension [UInt8] {
  /// Appends a number with a fixed count of decimal digits, and then a separator character.
  fileprivate mutating func append(_ number: Int, digitCount: Int, before end: UInt8) {
    var unit = 1
    for _ in 1..<digitCount { unit *= 10 }
    while unit > 0 {
      append(0x30 + UInt8(number / unit % 10))
      unit /= 10
    }
    append(end)
  }
}
