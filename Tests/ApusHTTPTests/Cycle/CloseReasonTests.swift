import Testing

@testable import ApusHTTP

/// The description of the reason for closing.
struct CloseReasonTests {
  @Test func `every reason has words of its own`() {
    let words = HTTP.CloseReason.allCases.map(\.rawValue)
    #expect(words.count == 7 && Set(words).count == 7)
  }

  @Test func `an event that cannot happen is named with its state`() {
    var cycle = HTTP.ServerCycle()
    let error = HTTP.CycleError(event: "requestEnded", state: "idle")
    #expect(throws: error) { try cycle.handle(.requestEnded) }
    #expect(error.description == "the event requestEnded is not possible in the state idle")
  }
}
