extension HTTP {
  /// The state of a client's connection, and the possibility of using it again.
  ///
  /// RFC 9112 section 9.3.
  public struct ClientCycle: Sendable, Equatable {
    /// The state of an exchange, with the reason for closing the connection after it.
    public enum State: Sendable, Equatable {
      /// No request is under way: one may start.
      case idle
      /// A request is being sent and has no final response yet.
      case sending(then: CloseReason?)
      /// The request is whole and has no final response yet.
      case waiting(then: CloseReason?)
      /// The final response is being received.
      case receiving(then: CloseReason?)
      /// The final response is being received while the request is still being sent.
      case receivingEarly(then: CloseReason?)
      /// The response is whole while the request is still being sent.
      case answeredEarly(then: CloseReason?)
      /// The connection carries a tunnel, or another protocol.
      case switched
      /// The connection has no further exchange.
      case closed(CloseReason)
    }

    /// An event on the connection.
    public enum Event: Sendable, Equatable {
      /// A request's head was sent; `persists` is its connection option.
      case requestStarted(persists: Bool)
      /// The last byte of the request was sent.
      case requestEnded
      /// A 1xx other than 101 came.
      case informational
      /// The final response's head was received; `persists` is the result of its reader.
      case responseStarted(persists: Bool)
      /// The response is whole.
      case responseEnded
      /// `CONNECT` was accepted, or 101 came.
      case protocolSwitched
      /// Bytes came that belong to no response.
      case strayBytes
      /// The peer sends no more.
      case peerEnded
      /// The caller is not interested in the rest.
      case abandoned
      /// Either direction failed.
      case failed
    }

    /// The state of the connection.
    public private(set) var state = State.idle

    /// Creates a connection that has just been made.
    public init() {}

    /// A Boolean value that indicates whether another request may be sent on the connection.
    public var isReusable: Bool { state == .idle }

    /// The reason for not using the connection again, if there is one.
    public var closeReason: CloseReason? {
      if case .closed(let reason) = state { reason } else { nil }
    }

    /// Moves on, or throws for an event that cannot happen and leaves the state as it was.
    ///
    /// - Parameter event: The next thing that the client has sent or received.
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
      case (_, .strayBytes): state == .switched ? .switched : .closed(.unsolicitedBytes)
      case (_, .peerEnded): .closed(.peerEnded)

      case (.idle, .requestStarted(let persists)):
        .sending(then: persists ? nil : .requestAskedToClose)
      case (.idle, .abandoned): .idle
      case (.idle, .informational), (.idle, .responseStarted): .closed(.unsolicitedBytes)
      case (.idle, .requestEnded), (.idle, .responseEnded), (.idle, .protocolSwitched): nil

      case (.sending(let then), .requestEnded): .waiting(then: then)
      case (.sending, .informational): state
      case (.sending(let then), .responseStarted(let persists)):
        .receivingEarly(then: then ?? (persists ? nil : .responseAskedToClose))
      case (.sending, .protocolSwitched): nil
      case (.sending, .abandoned): .closed(.abandoned)
      case (.sending, .requestStarted), (.sending, .responseEnded): nil

      case (.waiting, .informational): state
      case (.waiting(let then), .responseStarted(let persists)):
        .receiving(then: then ?? (persists ? nil : .responseAskedToClose))
      case (.waiting, .protocolSwitched): .switched
      case (.waiting, .abandoned): .closed(.abandoned)
      case (.waiting, .requestStarted), (.waiting, .requestEnded), (.waiting, .responseEnded): nil

      case (.receiving(let then), .responseEnded): after(then)
      case (.receiving, .abandoned): .closed(.abandoned)
      case (.receiving, .requestStarted), (.receiving, .requestEnded),
        (.receiving, .informational), (.receiving, .responseStarted),
        (.receiving, .protocolSwitched):
        nil

      case (.receivingEarly(let then), .requestEnded): .receiving(then: then)
      case (.receivingEarly(let then), .responseEnded): .answeredEarly(then: then)
      case (.receivingEarly, .abandoned): .closed(.abandoned)
      case (.receivingEarly, .requestStarted), (.receivingEarly, .informational),
        (.receivingEarly, .responseStarted), (.receivingEarly, .protocolSwitched):
        nil

      case (.answeredEarly(let then), .requestEnded): after(then)
      case (.answeredEarly, .abandoned): .closed(.answeredEarly)
      case (.answeredEarly, .requestStarted), (.answeredEarly, .informational),
        (.answeredEarly, .responseStarted), (.answeredEarly, .responseEnded),
        (.answeredEarly, .protocolSwitched):
        nil

      case (.switched, .abandoned): .closed(.abandoned)
      case (.switched, .requestStarted), (.switched, .requestEnded), (.switched, .informational),
        (.switched, .responseStarted), (.switched, .responseEnded), (.switched, .protocolSwitched):
        nil
      }
    }

    private func after(_ then: CloseReason?) -> State { then.map { .closed($0) } ?? .idle }
  }
}

extension HTTP {
  /// The reason that a connection serves no further message.
  public enum CloseReason: String, Sendable, Hashable, CaseIterable {
    /// The request had `Connection: close`, or was one of HTTP/1.0 without `keep-alive`.
    case requestAskedToClose = "the request asked to close the connection"
    /// The response had that option, was one of HTTP/1.0, or could only be ended by closing.
    case responseAskedToClose = "the response asked to close the connection"
    /// The response was whole before the request was, and the rest was not sent or not read.
    case answeredEarly = "the response was complete before the request was complete"
    /// Bytes arrived without a request: all bytes after them are untrusted.
    case unsolicitedBytes = "the server sent bytes without a request"
    /// The peer ended the connection.
    case peerEnded = "the peer ended the connection"
    /// The message was given up before its end.
    case abandoned = "the message was abandoned before its end"
    /// The bytes were not a message, or the connection broke.
    case failed = "the exchange of request and response failed"
  }

  /// An event that a cycle does not know in its state: a mistake of the code that drives it.
  public struct CycleError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The event.
    public let event: String
    /// The state that does not allow it.
    public let state: String

    public var description: String { "the event \(event) is not possible in the state \(state)" }
  }
}
