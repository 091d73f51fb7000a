import Testing

@testable import ApusNet

@Suite struct DeadlineTests {
  @Test func `Deadline.after returns the given distance from the current time`() {
    let start = Deadline.now
    let deadline = Deadline.after(.milliseconds(250))
    let end = Deadline.now
    #expect(deadline.nanoseconds - start.nanoseconds >= 250_000_000)
    #expect(deadline.nanoseconds - end.nanoseconds <= 250_000_000)
    #expect(!deadline.isPast)
    #expect(start.isPast)
  }

  @Test func `a deadline plus a duration is later, and never plus a duration is never`() {
    let now = Deadline.now
    #expect((now + .milliseconds(2)).nanoseconds == now.nanoseconds + 2_000_000)
    #expect(now + .zero == now)
    #expect(now + .seconds(-1) == now)
    #expect(.never + .seconds(1) == Deadline.never)
    #expect(Deadline(nanoseconds: .max - 1) + .nanoseconds(1) == .never)
    #expect(Deadline(nanoseconds: .max - 2) + .nanoseconds(1) < .never)
  }

  @Test func `isWithin is true for a short time after a deadline, and false before it`() {
    let start = Deadline(nanoseconds: 1_000)
    for (nanoseconds, isWithin) in [(1_000, true), (1_020, true), (1_021, false), (999, false)] {
      let moment = Deadline(nanoseconds: UInt64(nanoseconds))
      #expect(moment.isWithin(20, of: start) == isWithin)
    }
    #expect(!start.isWithin(20, of: .never))
  }

  @Test func `a fraction of a nanosecond in a deadline is rounded up`() {
    let now = Deadline.now
    #expect(Deadline.after(.zero + Duration(secondsComponent: 0, attosecondsComponent: 1)) > now)
  }

  @Test(arguments: [1, 1 << 9, 1_000_000_000, 1 << 63, 1 << 64, (1 << 73) - 1, 1 << 73, 1 << 80])
  func `a duration is rounded up to whole nanoseconds`(attoseconds: Int128) {
    for attoseconds in [attoseconds, attoseconds + 1, attoseconds + 999_999_999] {
      let later = Deadline(nanoseconds: 7) + Duration(attoseconds: attoseconds)
      #expect(Int128(later.nanoseconds) - 7 == (attoseconds + 999_999_999) / 1_000_000_000)
    }
  }

  @Test func `a negative duration gives a past deadline, and an excessive one gives never`() {
    #expect(Deadline.after(.seconds(-5)).isPast)
    #expect(Deadline.after(.zero).isPast)
    #expect(Deadline.after(.seconds(Int64.max)) == .never)
    #expect(Deadline.after(.seconds(18_446_744_073)) == .never)
    #expect(Deadline.after(.seconds(9_000_000_000)) < .never)
    #expect(!Deadline.never.isPast)
  }

  @Test func `the remaining time of a past deadline is zero`() throws {
    #expect(Deadline.never.remaining == nil)
    #expect(Deadline.now.remaining == .zero)
    let remaining = try #require(Deadline.after(.seconds(5)).remaining)
    #expect(remaining > .seconds(4) && remaining <= .seconds(5))
  }
}
