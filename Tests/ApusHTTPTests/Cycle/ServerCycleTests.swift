import Testing

@testable import ApusHTTP

/// RFC 9112 section 9.3: every state with every event.
struct ServerCycleTests {
  typealias Cycle = HTTP.ServerCycle
  typealias State = HTTP.ServerCycle.State
  typealias Event = HTTP.ServerCycle.Event

  static let events: [Event] = [
    .requestStarted(persists: true), .requestStarted(persists: false), .requestEnded,
    .informational, .responseStarted(persists: true), .responseStarted(persists: false),
    .responseEnded, .protocolSwitched, .peerEnded, .abandoned, .failed,
  ]

  /// The states, each with events that lead to it.
  static let states: [(state: State, path: [Event])] = [
    (.idle, []),
    (.receiving(then: nil), [.requestStarted(persists: true)]),
    (.receiving(then: .requestAskedToClose), [.requestStarted(persists: false)]),
    (.received(then: nil), [.requestStarted(persists: true), .requestEnded]),
    (
      .received(then: .requestAskedToClose), [.requestStarted(persists: false), .requestEnded]
    ),
    (
      .received(then: .peerEnded), [.requestStarted(persists: true), .requestEnded, .peerEnded]
    ),
    (
      .answering(then: nil),
      [.requestStarted(persists: true), .requestEnded, .responseStarted(persists: true)]
    ),
    (
      .answering(then: .responseAskedToClose),
      [.requestStarted(persists: true), .requestEnded, .responseStarted(persists: false)]
    ),
    (
      .answeringEarly(then: nil),
      [.requestStarted(persists: true), .responseStarted(persists: true)]
    ),
    (
      .answeringEarly(then: .requestAskedToClose),
      [.requestStarted(persists: false), .responseStarted(persists: false)]
    ),
    (
      .answeredEarly(then: nil),
      [.requestStarted(persists: true), .responseStarted(persists: true), .responseEnded]
    ),
    (
      .answeredEarly(then: .responseAskedToClose),
      [.requestStarted(persists: true), .responseStarted(persists: false), .responseEnded]
    ),
    (
      .switched, [.requestStarted(persists: true), .requestEnded, .protocolSwitched]
    ),
    (.closed(.peerEnded), [.peerEnded]),
  ]

  /// The next state after an event, written separately from the code; nil if it cannot happen.
  private func expected(_ state: State, _ event: Event) -> State? {
    switch (state, event) {
    case (.closed, _): return state
    case (_, .failed): return .closed(.failed)
    case (.received(let then), .peerEnded): return .received(then: then ?? .peerEnded)
    case (.answering(let then), .peerEnded): return .answering(then: then ?? .peerEnded)
    case (_, .peerEnded): return .closed(.peerEnded)
    case (.answeredEarly, .abandoned): return .closed(.answeredEarly)
    case (_, .abandoned): return .closed(.abandoned)
    case (.idle, .requestStarted(let persists)):
      return .receiving(then: persists ? nil : .requestAskedToClose)
    case (.receiving(let then), .requestEnded): return .received(then: then)
    case (.receiving, .informational), (.received, .informational): return state
    case (.receiving(let then), .responseStarted(let persists)):
      return .answeringEarly(then: then ?? (persists ? nil : .responseAskedToClose))
    case (.received(let then), .responseStarted(let persists)):
      return .answering(then: then ?? (persists ? nil : .responseAskedToClose))
    case (.received, .protocolSwitched): return .switched
    case (.answeringEarly(let then), .requestEnded): return .answering(then: then)
    case (.answeringEarly(let then), .responseEnded): return .answeredEarly(then: then)
    case (.answering(let then), .responseEnded), (.answeredEarly(let then), .requestEnded):
      return then.map { .closed($0) } ?? .idle
    default: return nil
    }
  }

  private func cycle(_ path: [Event]) throws -> Cycle {
    var cycle = Cycle()
    for event in path { try cycle.handle(event) }
    return cycle
  }

  @Test func `each event changes a server connection state as specified or throws an error`() throws
  {
    for (state, path) in Self.states {
      for event in Self.events {
        var cycle = try cycle(path)
        #expect(cycle.state == state)
        if let next = expected(state, event) {
          try cycle.handle(event)
          #expect(cycle.state == next, "\(event) while \(state)")
        } else {
          #expect(throws: HTTP.CycleError(event: "\(event)", state: "\(state)")) {
            try cycle.handle(event)
          }
          #expect(cycle.state == state)
        }
      }
    }
  }

  @Test func `a server connection is reusable after request and response are complete`() throws {
    for order in [
      [Event.requestEnded, .responseStarted(persists: true), .responseEnded],
      [.responseStarted(persists: true), .requestEnded, .responseEnded],
      [.responseStarted(persists: true), .responseEnded, .requestEnded],
      [
        .informational, .requestEnded, .informational, .responseStarted(persists: true),
        .responseEnded,
      ],
    ] {
      var cycle = try cycle([.requestStarted(persists: true)])
      for event in order {
        #expect(!cycle.isReusable && cycle.closeReason == nil)
        try cycle.handle(event)
      }
      #expect(cycle.isReusable && cycle.closeReason == nil && cycle == Cycle())
    }
  }

  @Test func `a server connection reports its first close reason`() throws {
    for (request, response, reason) in [
      (true, false, HTTP.CloseReason.responseAskedToClose), (false, true, .requestAskedToClose),
      (false, false, .requestAskedToClose),
    ] {
      let (start, answer) = (
        Event.requestStarted(persists: request), Event.responseStarted(persists: response)
      )
      for path in [
        [start, .requestEnded, answer, .responseEnded],
        [start, answer, .requestEnded, .responseEnded],
        [start, answer, .responseEnded, .requestEnded],
        [start, .requestEnded, answer, .peerEnded, .responseEnded],
      ] {
        let cycle = try cycle(path)
        #expect(cycle.closeReason == reason && !cycle.isReusable)
      }
    }
  }

  @Test func `a client that closes its sending direction after a request receives a response`()
    throws
  {
    let half: [Event] = [.requestStarted(persists: true), .requestEnded, .peerEnded]
    let cycle = try cycle(half + [.responseStarted(persists: true), .responseEnded])
    #expect(cycle.closeReason == .peerEnded)
  }

  @Test func `a connection that the client ends inside a request is not reusable`() throws {
    for early in [[], [Event.responseStarted(persists: true)]] {
      let cycle = try cycle([.requestStarted(persists: true)] + early + [.peerEnded])
      #expect(cycle.closeReason == .peerEnded)
    }
  }

  @Test func `a closed server connection keeps its first close reason`() throws {
    for event in Self.events {
      var cycle = try cycle([.requestStarted(persists: true), .abandoned])
      try cycle.handle(event)
      #expect(cycle.closeReason == .abandoned && !cycle.isReusable)
    }
  }
}
