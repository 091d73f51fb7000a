import Testing

@testable import ApusConnections
@testable import ApusSession

@Suite struct ContentHoldTests {
  @Test func `only one task at a time can begin to read the content of a response`() {
    let hold = ContentHold()
    let claims = [hold.claim(), hold.isReading, hold.claim()]
    #expect(claims == [true, true, false])
    let settled = [hold.settle(), hold.settle(), !hold.isReading, !hold.claim(), hold.leave()]
    #expect(settled == [true, true, true, true, true])
    // A read without an end is left as well.
    let again = [hold.claim(), hold.leave(), hold.claim()]
    #expect(again == [true, true, true])
  }

  @Test func `a task cannot begin to read the content of a closed response`() {
    let hold = ContentHold()
    let closings = [hold.close(), hold.close()]
    #expect(closings == [.free, .over])
    let claimed = hold.claim()
    #expect(!claimed)
  }

  @Test func `a reader gets an error if the content was closed during its read`() {
    let early = ContentHold()
    let begun = early.claim()
    let closings = [early.close(), early.close()]
    #expect(begun && closings == [.reading, .over])
    let rest = [early.settle(), early.leave(), early.claim()]
    #expect(rest == [false, false, false])
    let late = ContentHold()
    let settled = [late.claim(), late.settle()]
    // The reader deals with the connection.
    let closing = late.close()
    let left = late.leave()
    #expect(settled == [true, true] && closing == .over && left)
  }
}
