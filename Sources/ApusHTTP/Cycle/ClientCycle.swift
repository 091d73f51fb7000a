extension HTTP {
  /// The state of a client's HTTP/1.1 connection, which determines whether the client may use the
  /// connection again.
  ///
  /// RFC 9112 section 9.3.
  public struct ClientCycle: Sendable, Equatable {
    /// The state of a request and its response on a client's connection. The close reason is the
    /// reason for closing the connection afterwards.
    public enum State: Sendable, Equatable {
      /// The connection is idle, so the client may send a request.
      case idle
      /// The client is sending a request and has not received the final response.
      case sending(then: CloseReason?)
      /// The client has sent the whole request and has not received the final response.
      case waiting(then: CloseReason?)
      /// The client has sent the whole request and is receiving the final response.
      case receiving(then: CloseReason?)
      /// The client is receiving the final response while it is still sending the request.
      case receivingEarly(then: CloseReason?)
      /// The client has received the whole response while it is still sending the request.
      case answeredEarly(then: CloseReason?)
      /// The connection is now a tunnel, or uses a protocol other than HTTP/1.1.
      case switched
      /// The connection is closed, or may not be used for another request.
      case closed(CloseReason)
    }

    /// An event on a client's HTTP/1.1 connection, such as the start of a request.
    public enum Event: Sendable, Equatable {
      /// The client sent the head of a request. The value `persists` indicates whether the
      /// connection may be reused after the request.
      case requestStarted(persists: Bool)
      /// The client sent the last byte of the request.
      case requestEnded
      /// The client received an informational response (1xx) other than 101.
      case informational
      /// The client received the head of the final response. The value `persists` indicates whether
      /// the connection may be reused after the response.
      case responseStarted(persists: Bool)
      /// The client received the whole response.
      case responseEnded
      /// The server accepted `CONNECT` or sent the status 101.
      case protocolSwitched
      /// The client received bytes while no request was in progress.
      case strayBytes
      /// The server closed its sending direction of the connection.
      case peerEnded
      /// The caller cancelled the request before the end of the response.
      case abandoned
      /// The sending or receiving direction of the connection failed.
      case failed
    }

    /// The current state of the client's connection.
    public private(set) var state = State.idle

    /// Creates the state of a new connection.
    public init() {}

    /// A Boolean value that indicates whether the client may send another request on the
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
    /// - Parameter event: The next event on the client's connection.
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
  /// The reason that a connection cannot be used for another exchange.
  public enum CloseReason: String, Sendable, Hashable, CaseIterable {
    /// The request had the field `Connection: close`, or was an HTTP/1.0 request without
    /// `keep-alive`.
    case requestAskedToClose = "the request asked to close the connection"
    /// The response had the field `Connection: close`, was an HTTP/1.0 response, or ended with the
    /// connection.
    case responseAskedToClose = "the response asked to close the connection"
    /// The response was complete before the request, and the rest of the request was not sent or
    /// not read.
    case answeredEarly = "the response was complete before the request was complete"
    /// The client received bytes while no request was in progress, so no later bytes on the
    /// connection are trustworthy.
    case unsolicitedBytes = "the server sent bytes without a request"
    /// The peer closed the connection.
    case peerEnded = "the peer ended the connection"
    /// The caller stopped sending or receiving a message before its end.
    case abandoned = "the message was abandoned before its end"
    /// The received bytes were not a valid HTTP message, or the connection broke.
    case failed = "the exchange of request and response failed"
  }

  /// A programming error: an event that is impossible in the current state of the connection.
  public struct CycleError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the event that is impossible in the current connection state.
    public let event: String
    /// The name of the connection state in which the event is impossible.
    public let state: String

    public var description: String { "the event \(event) is not possible in the state \(state)" }
  }
}
