extension HTTP {
  /// The state of a server's connection, and the possibility of using it again.
  ///
  /// RFC 9112 section 9.3.
  public struct ServerCycle: Sendable, Equatable {
    /// The state of an exchange, with the reason for closing the connection after it.
    public enum State: Sendable, Equatable {
      /// No request is under way: one may come.
      case idle
      /// A request's body is being received, and no response has been sent.
      case receiving(then: CloseReason?)
      /// The request is complete, and no response has been sent.
      case received(then: CloseReason?)
      /// The request is whole, and the response is being sent.
      case answering(then: CloseReason?)
      /// The response is being sent while the request's body is still coming.
      case answeringEarly(then: CloseReason?)
      /// The response is whole while the request's body is still coming.
      case answeredEarly(then: CloseReason?)
      /// The connection carries a tunnel, or another protocol.
      case switched
      /// The connection has no further exchange.
      case closed(CloseReason)
    }

    /// An event on the connection.
    public enum Event: Sendable, Equatable {
      /// A request's head was received; `persists` is the result of its reader.
      case requestStarted(persists: Bool)
      /// The request is whole.
      case requestEnded
      /// A 1xx other than 101 was sent.
      case informational
      /// The final response's head was sent; `persists` is its connection option.
      case responseStarted(persists: Bool)
      /// The last byte of the response was sent.
      case responseEnded
      /// A tunnel was granted, or 101 was sent.
      case protocolSwitched
      /// The peer sends no more.
      case peerEnded
      /// The server does not read or send the rest.
      case abandoned
      /// Either direction failed.
      case failed
    }

    /// The state of the connection.
    public private(set) var state = State.idle

    /// Creates a connection that has just been accepted.
    public init() {}

    /// A Boolean value that indicates whether another request may be read from the connection.
    public var isReusable: Bool { state == .idle }

    /// The reason for not using the connection again, if there is one.
    public var closeReason: CloseReason? {
      if case .closed(let reason) = state { reason } else { nil }
    }

    /// Moves on, or throws for an event that cannot happen and leaves the state as it was.
    ///
    /// - Parameter event: The next thing that the server has sent or received.
    public mutating func handle(_ event: Event) throws(CycleError) {
      guard let next = next(event) else {
        throw CycleError(event: "\(event)", state: "\(state)")
      }
      state = next
    }

    /// The table: every state with every event, nil where the pair cannot be.
    private func next(_ event: Event) -> State? {
      switch (state, event) {
      case (.closed, _): state
      case (_, .failed): .closed(.failed)
      case (.answeredEarly, .abandoned): .closed(.answeredEarly)
      case (_, .abandoned): .closed(.abandoned)

      case (.idle, .requestStarted(let persists)):
        .receiving(then: persists ? nil : .requestAskedToClose)
      case (.idle, .peerEnded): .closed(.peerEnded)
      case (.idle, .requestEnded), (.idle, .informational), (.idle, .responseStarted),
        (.idle, .responseEnded), (.idle, .protocolSwitched):
        nil

      case (.receiving(let then), .requestEnded): .received(then: then)
      case (.receiving, .informational): state
      case (.receiving(let then), .responseStarted(let persists)):
        .answeringEarly(then: then ?? (persists ? nil : .responseAskedToClose))
      case (.receiving, .peerEnded): .closed(.peerEnded)
      case (.receiving, .requestStarted), (.receiving, .responseEnded),
        (.receiving, .protocolSwitched):
        nil

      // A client may end its direction and still wait for the answer.
      case (.received(let then), .peerEnded): .received(then: then ?? .peerEnded)
      case (.received, .informational): state
      case (.received(let then), .responseStarted(let persists)):
        .answering(then: then ?? (persists ? nil : .responseAskedToClose))
      case (.received, .protocolSwitched): .switched
      case (.received, .requestStarted), (.received, .requestEnded), (.received, .responseEnded):
        nil

      case (.answering(let then), .peerEnded): .answering(then: then ?? .peerEnded)
      case (.answering(let then), .responseEnded): after(then)
      case (.answering, .requestStarted), (.answering, .requestEnded),
        (.answering, .informational), (.answering, .responseStarted),
        (.answering, .protocolSwitched):
        nil

      case (.answeringEarly(let then), .requestEnded): .answering(then: then)
      case (.answeringEarly(let then), .responseEnded): .answeredEarly(then: then)
      case (.answeringEarly, .peerEnded): .closed(.peerEnded)
      case (.answeringEarly, .requestStarted), (.answeringEarly, .informational),
        (.answeringEarly, .responseStarted), (.answeringEarly, .protocolSwitched):
        nil

      // The rest of the request is read and dropped, or the connection is given up.
      case (.answeredEarly(let then), .requestEnded): after(then)
      case (.answeredEarly, .peerEnded): .closed(.peerEnded)
      case (.answeredEarly, .requestStarted), (.answeredEarly, .informational),
        (.answeredEarly, .responseStarted), (.answeredEarly, .responseEnded),
        (.answeredEarly, .protocolSwitched):
        nil

      case (.switched, .peerEnded): .closed(.peerEnded)
      case (.switched, .requestStarted), (.switched, .requestEnded), (.switched, .informational),
        (.switched, .responseStarted), (.switched, .responseEnded), (.switched, .protocolSwitched):
        nil
      }
    }

    private func after(_ then: CloseReason?) -> State { then.map { .closed($0) } ?? .idle }
  }
}
