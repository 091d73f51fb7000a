internal import ApusConnections
public import ApusHTTP
internal import ApusSerialization

extension HTTPSession.ResponseContent.Events {
  /// Decodes the data of each event as a value of a type, with the session's JSON coder.
  ///
  ///     for try await user in events.values(of: User.self) { … }
  ///
  /// The sequence skips events of types other than the given event type.
  ///
  /// - Parameters:
  ///   - type: The type of each decoded value.
  ///   - event: The type of the events to decode. Events without a type have the type `message`.
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
  /// The sequence skips events of types other than the given event type, but the next connection
  /// continues after the skipped events.
  ///
  /// - Parameters:
  ///   - type: The type of each decoded value.
  ///   - event: The type of the events to decode. Events without a type have the type `message`.
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
  /// A sequence of values that are decoded from the data of server-sent events.
  public struct EventValues<Events: AsyncSequence, Value: Decodable & SendableMetatype>:
    AsyncSequence, Sendable
  where Events: Sendable, Events.Element == HTTP.ServerSentEvent {
    /// A value that is decoded from the data of an event.
    public typealias Element = Value
    /// The type of the errors that reading a value throws.
    public typealias Failure = any Error

    let events: Events
    let coder: any JSONCoding
    let event: String
    /// A closure that makes the error for data that cannot be decoded, with the request and the
    /// response head.
    let failed: @Sendable (HTTPSessionError.Reason, any Error) -> HTTPSessionError

    /// Returns an iterator that reads the event stream and decodes its values.
    public func makeAsyncIterator() -> Iterator {
      Iterator(events: events.makeAsyncIterator(), coder: coder, event: event, failed: failed)
    }

    /// An iterator over the values of an event stream.
    public struct Iterator: AsyncIteratorProtocol {
      var events: Events.AsyncIterator
      let coder: any JSONCoding
      let event: String
      let failed: @Sendable (HTTPSessionError.Reason, any Error) -> HTTPSessionError

      /// Returns the next value, or `nil` at the end of the event stream.
      ///
      /// If the data of an event cannot be decoded, the function throws an error and skips the
      /// event. After an error, the next call of the function reads the next event.
      ///
      /// - Parameter actor: The actor of the caller, on which the caller reads the sequence.
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
