import Testing

@testable import ApusHTTP

@Suite struct CivilDayTests {
  /// Counts days as people do, from one to the next.
  private static func walk(_ years: ClosedRange<Int>, _ body: (CivilDay) -> Void) {
    for year in years {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (index, length) in lengths.enumerated() {
        for day in 1...length { body(CivilDay(year: year, month: index + 1, day: day)) }
      }
    }
  }

  @Test func `the days from 1970 to 9999 have consecutive day numbers and weekdays`() {
    var count = 0
    var mistakes = 0
    Self.walk(1970...9999) { day in
      if CivilDay(daysSinceEpoch: count) != day { mistakes += 1 }
      if day.daysSinceEpoch != count { mistakes += 1 }
      if day.weekday != (count + 4) % 7 { mistakes += 1 }
      count += 1
    }
    #expect(mistakes == 0)
    #expect(count == 2_932_897)
  }

  @Test func `days before 1970 down to the year 0 have negative day numbers`() {
    var count = -719_528
    var mistakes = 0
    Self.walk(0...400) { day in
      if CivilDay(daysSinceEpoch: count) != day || day.daysSinceEpoch != count { mistakes += 1 }
      count += 1
    }
    #expect(mistakes == 0)
    #expect(CivilDay(daysSinceEpoch: -1) == CivilDay(year: 1969, month: 12, day: 31))
    #expect(CivilDay(year: 0, month: 1, day: 1).weekday == 6)
  }
}
