import ApusHTTP
import Testing

@testable import ApusSession

@Suite struct DrainageTests {
  @Test func `so many bytes are dropped and not one more`() {
    var drainage = Drainage()
    let first = drainage.drop(Drainage.byteLimit)
    let second = drainage.drop(1)
    #expect(first && !second)
  }

  @Test(arguments: [
    (HTTP.BodyFraming.none, true), (.chunked, true), (.contentLength(100), true),
    (.contentLength(.max), false), (.untilClose, false), (.tunnel, false), (.upgrade, false),
  ])
  func `only what can be read to its end is worth it`(
    _ framing: HTTP.BodyFraming, _ isWorthwhile: Bool
  ) {
    #expect(Drainage.isWorthwhile(framing) == isWorthwhile)
  }
}
