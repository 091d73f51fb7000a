import Testing

@testable import ApusSession

@Suite struct ContentHoldTests {
  @Test func `one task at a time reads`() {
    let hold = ContentHold()
    #expect(hold.claim())
    #expect(hold.isReading)
    #expect(!hold.claim())
    #expect(hold.settle() && hold.settle())
    #expect(!hold.isReading)
    #expect(!hold.claim())
    #expect(hold.leave())
    // A read that has come to no end is left as well.
    #expect(hold.claim() && hold.leave() && hold.claim())
  }

  @Test func `what is closed is read no more`() {
    let hold = ContentHold()
    #expect(hold.close() == .free)
    #expect(hold.close() == .over)
    #expect(!hold.claim())
  }

  @Test func `a reader is told that the content was closed meanwhile`() {
    let early = ContentHold()
    #expect(early.claim())
    #expect(early.close() == .reading)
    #expect(early.close() == .over)
    #expect(!early.settle())
    #expect(!early.leave())
    #expect(!early.claim())
    let late = ContentHold()
    #expect(late.claim() && late.settle())
    // The reader deals with the connection.
    #expect(late.close() == .over)
    #expect(late.leave())
  }
}
