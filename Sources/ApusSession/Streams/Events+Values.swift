internal import ApusHTTP
internal import ApusSerialization

extension HTTPSession.ResponseContent.Events {
  /// The data of events as values of a type, out of JSON by the session's coder.
  ///
  ///     for try await user in events.values(of: User.self) { … }
  ///
  /// Events of other kinds are passed over.
  public func values<Value: Decodable & SendableMetatype>(
    of type: Value.Type = Value.self, named event: String = "message"
  ) -> Values<Value> {
    Values(events: self, event: event)
  }

  /// Values out of the data of events.
  public struct Values<Value: Decodable & SendableMetatype>: AsyncSequence, Sendable {
    /// A value out of the data of an event.
    public typealias Element = Value
    /// What reading throws.
    public typealias Failure = HTTPSessionError

    let events: HTTPSession.ResponseContent.Events
    let event: String

    /// Begins to read what is left of the content.
    public func makeAsyncIterator() -> Iterator {
      Iterator(
        events: events.makeAsyncIterator(), coder: events.content.coder, event: event)
    }

    /// Where the reading is.
    public struct Iterator: AsyncIteratorProtocol {
      var events: HTTPSession.ResponseContent.Events.Iterator
      let coder: any JSONCoding
      let event: String

      /// The next value, or nil at the end.
      ///
      /// An event whose data is no such value has been passed when its error is thrown.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(HTTPSessionError) -> Value? {
        while let next = try await events.next(isolation: actor) {
          guard next.event.utf8.elementsEqual(event.utf8) else { continue }
          do {
            return try next.json(as: Value.self, using: coder)
          } catch let error as JSONDecodingError {
            throw HTTPSessionError(.serialization(.value(error)), underlying: error)
          } catch {
            throw HTTPSessionError(.serialization(.other("\(error)")), underlying: error)
          }
        }
        return nil
      }
    }
  }
}
