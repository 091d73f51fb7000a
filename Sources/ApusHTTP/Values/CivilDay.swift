/// A day of the proleptic Gregorian calendar in the years 0 to 9999.
struct CivilDay: Equatable {
  var year: Int
  var month: Int
  var day: Int

  /// The range of years that four digits can represent.
  static let years = 0...9999

  /// The number of days from January 1 of the year 0 to January 1 of the year 1970.
  private static let epoch = 719_528

  /// Creates a day from a year, month and day that are known to be in range.
  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a day from the number of days since January 1, 1970. The year of the day must be in
  /// the range 0 to 9999.
  init(daysSinceEpoch: Int) {
    let days = daysSinceEpoch + Self.epoch
    // A period of 400 years has 146,097 days. The estimated year can be off by one near January 1.
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

  /// The number of days since January 1, 1970, which is negative for earlier days.
  var daysSinceEpoch: Int {
    var days = Self.daysBefore(year: year) - Self.epoch + day - 1
    for earlier in 1..<month { days += Self.dayCount(month: earlier, year: year) }
    return days
  }

  /// The day of the week as a number, with 0 for Sunday.
  var weekday: Int {
    // January 1 of the year 0 was a Saturday.
    (daysSinceEpoch + Self.epoch + 6) % 7
  }

  /// Returns the number of days of a month.
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

  /// Returns the number of days from January 1 of the year 0 to January 1 of a year. The year 0 was
  /// a leap year.
  private static func daysBefore(year: Int) -> Int {
    year * 365 + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
  }
}
