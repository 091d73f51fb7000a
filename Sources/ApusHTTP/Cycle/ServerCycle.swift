extension HTTP {
  /// The state of a server's HTTP/1.1 connection, which determines whether the server may read
  /// another request.
  ///
  /// RFC 9112 section 9.3.
  public struct ServerCycle: Sendable, Equatable {
    /// The state of a request and its response on a server's connection. The close reason is the
    /// reason for closing the connection afterwards.
    public enum State: Sendable, Equatable {
      /// The connection is idle, so the client may send a request.
      case idle
      /// The server is receiving the body of a request and has not sent a response.
      case receiving(then: CloseReason?)
      /// The server has received the whole request and has not sent a response.
      case received(then: CloseReason?)
      /// The server has received the whole request and is sending the response.
      case answering(then: CloseReason?)
      /// The server is sending the response while it is still receiving the request body.
      case answeringEarly(then: CloseReason?)
      /// The server has sent the whole response while it is still receiving the request body.
      case answeredEarly(then: CloseReason?)
      /// The connection is now a tunnel, or uses a protocol other than HTTP/1.1.
      case switched
      /// The connection is closed, or may not be used for another request.
      case closed(CloseReason)
    }

    /// An event on a server's HTTP/1.1 connection, such as the start of a request.
    public enum Event: Sendable, Equatable {
      /// The server received the head of a request. The value `persists` indicates whether the
      /// connection may be reused after the request.
      case requestStarted(persists: Bool)
      /// The server received the whole request.
      case requestEnded
      /// The server sent an informational response (1xx) other than 101.
      case informational
      /// The server sent the head of the final response. The value `persists` indicates whether the
      /// connection may be reused after the response.
      case responseStarted(persists: Bool)
      /// The server sent the last byte of the response.
      case responseEnded
      /// The server accepted `CONNECT` or sent the status 101.
      case protocolSwitched
      /// The client closed its sending direction of the connection.
      case peerEnded
      /// The server stopped reading the request or sending the response before its end.
      case abandoned
      /// The sending or receiving direction of the connection failed.
      case failed
    }

    /// The current state of the server's connection.
    public private(set) var state = State.idle

    /// Creates the state of a connection that the server has just accepted.
    public init() {}

    /// A Boolean value that indicates whether the server may read another request from the
    /// connection.
    public var isReusable: Bool { state == .idle }

    /// The reason that the connection cannot be reused. The value is `nil` if the connection can be
    /// reused.
    public var closeReason: CloseReason? {
      if case .closed(let reason) = state { reason } else { nil }
    }

    /// Updates the connection state after an event. The function throws an error if the event is
    /// impossible in the current state.
    ///
    /// - Parameter event: The next event on the server's connection.
    public mutating func handle(_ event: Event) throws(CycleError) {
      guard let next = next(event) else {
        throw CycleError(event: "\(event)", state: "\(state)")
      }
      state = next
    }

    /// Returns the connection state after an event. The result is `nil` if the event is impossible
    /// in the current state.
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

      // A client may close its sending direction of the connection while it waits for the response.
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

      // The server discards the rest of the request, or closes the connection.
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
