import Testing

@testable import ApusHTTP

/// The description of the reason for closing.
struct CloseReasonTests {
  @Test func `each close reason has a different description`() {
    let words = HTTP.CloseReason.allCases.map(\.rawValue)
    #expect(words.count == 7 && Set(words).count == 7)
  }

  @Test func `the error for an event in the wrong connection state contains event and state`() {
    var cycle = HTTP.ServerCycle()
    let error = HTTP.CycleError(event: "requestEnded", state: "idle")
    #expect(throws: error) { try cycle.handle(.requestEnded) }
    #expect(error.description == "the event requestEnded is not possible in the state idle")
  }
}
