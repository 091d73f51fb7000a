extension ASN1 {
  /// A date and a time of day in UTC, to the second.
  ///
  /// The type uses the Gregorian calendar, even before the calendar's introduction. The type does
  /// not represent leap seconds. The years are from 0 to 9999, as in GeneralizedTime.
  public struct CivilTime: Equatable, Sendable {
    /// The year, from 0 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute, from 0 to 59.
    public let minute: Int
    /// The second, from 0 to 59.
    public let second: Int

    /// Creates a date and a time of day from numbers.
    /// The initializer returns `nil` if the date or the time of day does not exist.
    public init?(
      year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
      guard 0...9999 ~= year, 1...12 ~= month, 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second,
        1...CivilTime.dayCount(of: month, in: year) ~= day
      else { return nil }
      self.year = year
      self.month = month
      self.day = day
      self.hour = hour
      self.minute = minute
      self.second = second
    }

    /// Creates the date and the time of day for a number of seconds since the start of 1970.
    /// The initializer returns `nil` outside the years 0 to 9999.
    public init?(secondsSinceEpoch: Int64) {
      guard CivilTime.range ~= secondsSinceEpoch else { return nil }
      let sinceStart = Int(secondsSinceEpoch - CivilTime.range.lowerBound)
      var days = sinceStart / 86_400
      // The estimated year is at most seven years too late, because the time up to the year 9999
      // has 2,425 leap days.
      var year = min(days / 365, 9999)
      while CivilTime.dayCount(before: year) > days { year -= 1 }
      days -= CivilTime.dayCount(before: year)
      var month = 1
      while days >= CivilTime.dayCount(of: month, in: year) {
        days -= CivilTime.dayCount(of: month, in: year)
        month += 1
      }
      self.init(
        year: year, month: month, day: days + 1, hour: sinceStart / 3600 % 24,
        minute: sinceStart / 60 % 60, second: sinceStart % 60)
    }

    /// The number of seconds since the start of 1970.
    public var secondsSinceEpoch: Int64 {
      var days = CivilTime.dayCount(before: year) + day - 1
      for month in 1..<month { days += CivilTime.dayCount(of: month, in: year) }
      let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
      return CivilTime.range.lowerBound + Int64(seconds)
    }

    /// The seconds since the epoch from the start of the year 0 to the end of the year 9999.
    static var range: ClosedRange<Int64> { -62_167_219_200...253_402_300_799 }

    /// Returns the number of days from the start of the year 0 to the start of a given year. The
    /// year 0 is a leap year.
    private static func dayCount(before year: Int) -> Int {
      guard year > 0 else { return 0 }
      let last = year - 1
      return year * 365 + last / 4 - last / 100 + last / 400 + 1
    }

    private static func dayCount(of month: Int, in year: Int) -> Int {
      switch month {
      case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }
  }
}

extension ASN1.CivilTime: CustomStringConvertible {
  /// The text form of the date and time, such as `2049-12-31T23:59:59Z`. RFC 3339 section 5.6.
  public var description: String {
    let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    return date + "T\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))Z"
  }

  private func digits(_ value: Int, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
