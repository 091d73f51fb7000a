import Testing

@testable import ApusHTTP

/// RFC 9112 section 9.3: every state with every event.
struct ClientCycleTests {
  typealias Cycle = HTTP.ClientCycle
  typealias State = HTTP.ClientCycle.State
  typealias Event = HTTP.ClientCycle.Event

  static let events: [Event] = [
    .requestStarted(persists: true), .requestStarted(persists: false), .requestEnded,
    .informational, .responseStarted(persists: true), .responseStarted(persists: false),
    .responseEnded, .protocolSwitched, .strayBytes, .peerEnded, .abandoned, .failed,
  ]

  /// The states, each with events that lead to it.
  static let states: [(state: State, path: [Event])] = [
    (.idle, []),
    (.sending(then: nil), [.requestStarted(persists: true)]),
    (.sending(then: .requestAskedToClose), [.requestStarted(persists: false)]),
    (.waiting(then: nil), [.requestStarted(persists: true), .requestEnded]),
    (
      .waiting(then: .requestAskedToClose), [.requestStarted(persists: false), .requestEnded]
    ),
    (
      .receiving(then: nil),
      [.requestStarted(persists: true), .requestEnded, .responseStarted(persists: true)]
    ),
    (
      .receiving(then: .responseAskedToClose),
      [.requestStarted(persists: true), .requestEnded, .responseStarted(persists: false)]
    ),
    (
      .receivingEarly(then: nil),
      [.requestStarted(persists: true), .responseStarted(persists: true)]
    ),
    (
      .receivingEarly(then: .requestAskedToClose),
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
    case (.switched, .strayBytes): return .switched
    case (_, .strayBytes): return .closed(.unsolicitedBytes)
    case (_, .peerEnded): return .closed(.peerEnded)
    case (.idle, .abandoned): return .idle
    case (.answeredEarly, .abandoned): return .closed(.answeredEarly)
    case (_, .abandoned): return .closed(.abandoned)
    case (.idle, .requestStarted(let persists)):
      return .sending(then: persists ? nil : .requestAskedToClose)
    case (.idle, .informational), (.idle, .responseStarted): return .closed(.unsolicitedBytes)
    case (.sending(let then), .requestEnded): return .waiting(then: then)
    case (.sending, .informational), (.waiting, .informational): return state
    case (.sending(let then), .responseStarted(let persists)):
      return .receivingEarly(then: then ?? (persists ? nil : .responseAskedToClose))
    case (.waiting(let then), .responseStarted(let persists)):
      return .receiving(then: then ?? (persists ? nil : .responseAskedToClose))
    case (.waiting, .protocolSwitched): return .switched
    case (.receivingEarly(let then), .requestEnded): return .receiving(then: then)
    case (.receivingEarly(let then), .responseEnded): return .answeredEarly(then: then)
    case (.receiving(let then), .responseEnded), (.answeredEarly(let then), .requestEnded):
      return then.map { .closed($0) } ?? .idle
    default: return nil
    }
  }

  private func cycle(_ path: [Event]) throws -> Cycle {
    var cycle = Cycle()
    for event in path { try cycle.handle(event) }
    return cycle
  }

  @Test func `each event changes a client connection state as specified or throws an error`() throws
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

  @Test func `a client connection is reusable after request and response are complete`() throws {
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

  @Test func `a client connection reports its first close reason`() throws {
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
      ] {
        let cycle = try cycle(path)
        #expect(cycle.closeReason == reason && !cycle.isReusable)
      }
    }
  }

  @Test func `a second request on a client connection starts without a close reason`() throws {
    let exchange: [Event] = [
      .requestStarted(persists: true), .requestEnded, .responseStarted(persists: true),
      .responseEnded,
    ]
    var cycle = try cycle(exchange + exchange)
    try cycle.handle(.requestStarted(persists: false))
    #expect(cycle.state == .sending(then: .requestAskedToClose))
  }

  @Test func `bytes from the server on an idle client connection make it unusable`() throws {
    for event in [Event.strayBytes, .informational, .responseStarted(persists: true)] {
      var cycle = Cycle()
      try cycle.handle(event)
      #expect(cycle.closeReason == .unsolicitedBytes && !cycle.isReusable)
    }
    #expect(try cycle([.peerEnded]).closeReason == .peerEnded)
  }

  @Test func `a client that stops sending after an early response must close the connection`()
    throws
  {
    let early: [Event] = [.requestStarted(persists: true), .responseStarted(persists: true)]
    let answered = try cycle(early + [.responseEnded, .abandoned])
    #expect(answered.closeReason == .answeredEarly)
    let abandoned = try cycle(early + [.abandoned])
    #expect(abandoned.closeReason == .abandoned)
  }

  @Test func `a closed client connection keeps its first close reason`() throws {
    for event in Self.events {
      var cycle = try cycle([.requestStarted(persists: true), .failed])
      try cycle.handle(event)
      #expect(cycle.closeReason == .failed && !cycle.isReusable)
    }
  }
}
