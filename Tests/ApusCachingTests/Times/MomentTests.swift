import ApusCaching
import ApusHTTP
import Testing

@Suite struct MomentTests {
  @Test func `the wall clock measures a duration if no monotonic clock exists`() {
    #expect(moment(30).seconds(since: moment(10)) == 20)
    #expect(moment(10).seconds(since: moment(10)) == 0)
  }

  @Test func `the duration is unknown if only a wall clock that was set back exists`() {
    #expect(moment(5).seconds(since: moment(10)) == nil)
  }

  @Test func `a wall clock that was set back does not reduce the age of a response`() {
    #expect(moment(5, steady: 70).seconds(since: moment(10, steady: 20)) == 50)
    #expect(moment(12, steady: 70).seconds(since: moment(10, steady: 20)) == 50)
  }

  @Test func `a wall clock that was set forward increases the age of a response`() {
    #expect(moment(500, steady: 30).seconds(since: moment(10, steady: 20)) == 490)
  }

  @Test func `monotonic times before and after a restart of the machine are not compared`() {
    #expect(moment(12, steady: 900, era: 2).seconds(since: moment(10, steady: 20)) == 2)
    #expect(moment(5, steady: 900, era: 2).seconds(since: moment(10, steady: 20)) == nil)
  }

  @Test func `a monotonic time that goes backwards or overflows is ignored`() {
    #expect(moment(12, steady: 10).seconds(since: moment(10, steady: 20)) == 2)
    #expect(moment(5, steady: 10).seconds(since: moment(10, steady: 20)) == nil)
    #expect(moment(12, steady: .max).seconds(since: moment(10, steady: .min)) == 2)
    #expect(moment(5, steady: .max).seconds(since: moment(10, steady: .min)) == nil)
  }
}
