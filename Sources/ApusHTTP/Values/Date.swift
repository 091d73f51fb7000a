public import ApusBytes

extension HTTP {
  /// A date and time with a precision of one second, as in the fields `Date`, `Last-Modified` and
  /// `Expires`.
  ///
  /// A date is the number of seconds since January 1, 1970 in UTC, without leap seconds. The year
  /// of a date is in the range 0 to 9999.
  public struct Date: Hashable, Sendable {
    /// The number of seconds since the start of 1970, which is negative for earlier dates.
    public let secondsSinceEpoch: Int64

    /// Creates a date from the number of seconds since the start of 1970. A date outside the years
    /// 0 to 9999 becomes the nearest date in the range.
    ///
    /// - Parameter seconds: The number of seconds since the start of 1970, which is negative for
    ///   earlier dates.
    public init(secondsSinceEpoch seconds: Int64) {
      secondsSinceEpoch = min(max(seconds, Self.earliest), Self.latest)
    }

    /// Creates a date from a calendar date and a time in UTC.
    ///
    /// The second 60 is a leap second, which occurs only at the end of a day. A leap second is
    /// converted to the preceding second, because RFC 9111 section 4.2 requires the nearest time
    /// that is not later.
    ///
    /// - Parameters:
    ///   - year: The year, 1 to 9999.
    ///   - month: The month, 1 to 12.
    ///   - day: The day of the month, 1 to 31.
    ///   - hour: The hour, 0 to 23.
    ///   - minute: The minute, 0 to 59.
    ///   - second: The second, 0 to 60.
    public init(
      year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) throws(InvalidValue) {
      try Figure.year.check(year, CivilDay.years)
      try Figure.month.check(month, 1...12)
      try Figure.day.check(day, 1...CivilDay.dayCount(month: month, year: year))
      try Figure.hour.check(hour, 0...23)
      try Figure.minute.check(minute, 0...59)
      try Figure.second.check(second, 0...(hour == 23 && minute == 59 ? 60 : 59))
      let days = CivilDay(year: year, month: month, day: day).daysSinceEpoch
      secondsSinceEpoch = Int64(days * 86_400 + hour * 3600 + minute * 60 + min(second, 59))
    }

    /// A numeric component of a date, such as the month.
    public enum Figure: Sendable {
      case year, month, day, hour, minute, second

      fileprivate func check(_ value: Int, _ allowed: ClosedRange<Int>) throws(InvalidValue) {
        guard allowed.contains(value) else {
          throw .dateOutOfRange(self, value, allowed: allowed)
        }
      }
    }

    /// The calendar day of the date, and the number of seconds since midnight.
    var civil: (day: CivilDay, second: Int) {
      let seconds = Int(secondsSinceEpoch)
      let second = (seconds % 86_400 + 86_400) % 86_400
      return (CivilDay(daysSinceEpoch: (seconds - second) / 86_400), second)
    }

    private static let earliest: Int64 = -62_167_219_200
    private static let latest: Int64 = 253_402_300_799
  }
}

extension HTTP.Date: Comparable {
  public static func < (left: HTTP.Date, right: HTTP.Date) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }
}

extension HTTP.Date: CustomStringConvertible {
  /// The text of the date in a header field, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  public var description: String {
    var writer = ByteWriter(capacity: 29)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes the date in the only format that a sender may use.
  ///
  ///     IMF-fixdate = day-name "," SP date1 SP time-of-day SP GMT
  ///
  /// RFC 9110 section 5.6.7.
  ///
  /// - Parameter writer: The writer that receives the bytes.
  public func write(to writer: inout ByteWriter) {
    let (day, second) = civil
    writer.write(Self.dayNames[day.weekday])
    writer.write(", ")
    writer.write(digits: day.day, count: 2)
    writer.write(" ")
    writer.write(Self.monthNames[day.month - 1])
    writer.write(" ")
    writer.write(digits: day.year, count: 4)
    writer.write(" ")
    writer.write(digits: second / 3600, count: 2)
    writer.write(":")
    writer.write(digits: second / 60 % 60, count: 2)
    writer.write(":")
    writer.write(digits: second % 60, count: 2)
    writer.write(" GMT")
  }

  static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension ByteWriter {
  /// Writes the last decimal digits of a nonnegative number, with leading zeros.
  fileprivate mutating func write(digits number: Int, count: Int) {
    var unit = 1
    for _ in 1..<count { unit *= 10 }
    while unit > 0 {
      write(0x30 + UInt8(number / unit % 10))
      unit /= 10
    }
  }
}
