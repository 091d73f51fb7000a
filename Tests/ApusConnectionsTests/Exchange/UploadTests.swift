import Testing

@testable import ApusConnections

@Suite struct UploadTests {
  @Test(arguments: [
    (Upload.held, Upload.Event.continued, Upload.open), (.held, .waitedEnough, .open),
    (.held, .answered(wantsRest: true), .stopped), (.held, .answered(wantsRest: false), .stopped),
    (.held, .ended, .whole), (.held, .broke, .stopped),
    (.open, .continued, .open), (.open, .waitedEnough, .open),
    (.open, .answered(wantsRest: true), .open), (.open, .answered(wantsRest: false), .stopped),
    (.open, .ended, .whole), (.open, .broke, .stopped),
    (.whole, .continued, .whole), (.whole, .waitedEnough, .whole),
    (.whole, .answered(wantsRest: false), .whole), (.whole, .ended, .whole),
    (.whole, .broke, .whole),
    (.stopped, .continued, .stopped), (.stopped, .waitedEnough, .stopped),
    (.stopped, .answered(wantsRest: true), .stopped), (.stopped, .ended, .stopped),
    (.stopped, .broke, .stopped),
  ])
  func `each pair of upload state and event leads to the state in the table`(
    _ state: Upload, _ event: Upload.Event, _ next: Upload
  ) {
    var upload = state
    upload.handle(event)
    #expect(upload == next)
  }
}
