/// A day of the Gregorian calendar, carried back to the year 0.
struct CivilDay: Equatable {
  var year: Int
  var month: Int
  var day: Int

  /// The years that four digits can write.
  static let years = 0...9999

  /// Days from the first of January of the year 0 to that of 1970.
  private static let epoch = 719_528

  /// A day whose figures are known to be in range.
  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after the first of January 1970, in the years 0 to 9999.
  init(daysSinceEpoch: Int) {
    let days = daysSinceEpoch + Self.epoch
    // 400 years have 146,097 days, so this is the year, or its neighbour near a new year's day.
    year = days * 400 / 146_097
    if days < Self.daysBefore(year: year) { year -= 1 }
    if days >= Self.daysBefore(year: year + 1) { year += 1 }
    day = days - Self.daysBefore(year: year) + 1
    month = 1
    while day > Self.dayCount(month: month, year: year) {
      day -= Self.dayCount(month: month, year: year)
      month += 1
    }
  }

  /// Days since the first of January 1970, negative before it.
  var daysSinceEpoch: Int {
    var days = Self.daysBefore(year: year) - Self.epoch + day - 1
    for earlier in 1..<month { days += Self.dayCount(month: earlier, year: year) }
    return days
  }

  /// The day of the week, 0 for a Sunday.
  var weekday: Int {
    // The first day of the year 0 was a Saturday.
    (daysSinceEpoch + Self.epoch + 6) % 7
  }

  /// The number of days of a month.
  static func dayCount(month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Days from the first of January of the year 0; the year 0 itself was a leap year.
  private static func daysBefore(year: Int) -> Int {
    year * 365 + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
  }
}
