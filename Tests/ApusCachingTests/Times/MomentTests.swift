import ApusCaching
import ApusHTTP
import Testing

@Suite struct MomentTests {
  @Test func `a duration is measured by the wall clock if no steady clock exists`() {
    #expect(moment(30).seconds(since: moment(10)) == 20)
    #expect(moment(10).seconds(since: moment(10)) == 0)
  }

  @Test func `a wall clock that was set back cannot measure a duration by itself`() {
    #expect(moment(5).seconds(since: moment(10)) == nil)
  }

  @Test func `a wall clock that was set back makes no response younger`() {
    #expect(moment(5, steady: 70).seconds(since: moment(10, steady: 20)) == 50)
    #expect(moment(12, steady: 70).seconds(since: moment(10, steady: 20)) == 50)
  }

  @Test func `a wall clock that was set forward makes a response older`() {
    #expect(moment(500, steady: 30).seconds(since: moment(10, steady: 20)) == 490)
  }

  @Test func `steady times of two different eras are not compared`() {
    #expect(moment(12, steady: 900, era: 2).seconds(since: moment(10, steady: 20)) == 2)
    #expect(moment(5, steady: 900, era: 2).seconds(since: moment(10, steady: 20)) == nil)
  }

  @Test func `impossible steady times are ignored`() {
    #expect(moment(12, steady: 10).seconds(since: moment(10, steady: 20)) == 2)
    #expect(moment(5, steady: 10).seconds(since: moment(10, steady: 20)) == nil)
    #expect(moment(12, steady: .max).seconds(since: moment(10, steady: .min)) == 2)
    #expect(moment(5, steady: .max).seconds(since: moment(10, steady: .min)) == nil)
  }
}
