internal import ApusConnections
public import ApusHTTP
internal import ApusSerialization

extension HTTPSession.ResponseContent.Events {
  /// Decodes the data of each event as a value of a type, by the session's coder for JSON.
  ///
  ///     for try await user in events.values(of: User.self) { … }
  ///
  /// Events of other kinds are passed over.
  ///
  /// - Parameters:
  ///   - type: The type of each value.
  ///   - event: The kind of events to decode; `message` is that of events without a name.
  public func values<Value: Decodable & SendableMetatype>(
    of type: Value.Type = Value.self, named event: String = "message"
  ) -> HTTPSession.EventValues<Self, Value> {
    HTTPSession.EventValues(events: self, coder: content.coder, event: event) { [content] in
      content.failed($0, underlying: $1)
    }
  }
}

extension HTTPSession.ReconnectingEvents {
  /// Decodes the data of each event as a value of a type, by the session's coder for JSON.
  ///
  ///     try await api.events(.get("prices"), reconnecting: HTTPSession.Reconnection()) { events in
  ///       for try await price in events.values(of: Price.self) { … }
  ///     }
  ///
  /// Events of other kinds are skipped; the next connection nevertheless begins after them.
  ///
  /// - Parameters:
  ///   - type: The type of each value.
  ///   - event: The kind of events to decode; `message` is that of events without a name.
  public func values<Value: Decodable & SendableMetatype>(
    of type: Value.Type = Value.self, named event: String = "message"
  ) -> HTTPSession.EventValues<Self, Value> {
    HTTPSession.EventValues(
      events: self, coder: session.configuration.json, event: event
    ) { [request, session, scope] in
      HTTPSessionError(
        $0, request: session.whole(request), response: scope.head.map { HTTP.Response($0) },
        underlying: $1)
    }
  }
}

extension HTTPSession {
  /// Values out of the data of events.
  public struct EventValues<Events: AsyncSequence, Value: Decodable & SendableMetatype>:
    AsyncSequence, Sendable
  where Events: Sendable, Events.Element == HTTP.ServerSentEvent {
    /// A value out of the data of an event.
    public typealias Element = Value
    /// The error of reading.
    public typealias Failure = any Error

    let events: Events
    let coder: any JSONCoding
    let event: String
    /// A closure that makes the error of invalid data, with the request and the response's head.
    let failed: @Sendable (HTTPSessionError.Reason, any Error) -> HTTPSessionError

    /// Begins to read, as the events do it.
    public func makeAsyncIterator() -> Iterator {
      Iterator(events: events.makeAsyncIterator(), coder: coder, event: event, failed: failed)
    }

    /// A position in the stream.
    public struct Iterator: AsyncIteratorProtocol {
      var events: Events.AsyncIterator
      let coder: any JSONCoding
      let event: String
      let failed: @Sendable (HTTPSessionError.Reason, any Error) -> HTTPSessionError

      /// Returns the next value, or nil at the end.
      ///
      /// If an event's data cannot be decoded, the event is skipped when its error is thrown, and
      /// the next one can be read.
      ///
      /// - Parameter actor: The actor of the caller, on which the sequence is read.
      /// - Throws: `HTTPSessionError`, `CancellationError`, or the error of the decoder.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws -> Value? {
        while let next = try await events.next(isolation: actor) {
          guard next.event.utf8.elementsEqual(event.utf8) else { continue }
          do {
            return try next.json(as: Value.self, using: coder)
          } catch let error as JSON.DecodingError {
            throw failed(.serialization(.value(error)), error)
          } catch {
            throw failed(.serialization(.other("\(error)")), error)
          }
        }
        return nil
      }
    }
  }
}
