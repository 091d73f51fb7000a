public import ApusHTTP

extension HTTPSession.ResponseContent {
  /// Splits the content into lines of text at line feeds, or at returns with line feeds.
  ///
  /// A line that is longer than the limit is an error; without one that of the session holds.
  public func lines(limit: Int? = nil) -> Lines {
    Lines(content: self, limit: limit ?? limits.lineByteCount)
  }

  /// The content as the events of a `text/event-stream`.
  public var events: Events { Events(content: self) }

  /// Checks that an answer is a stream of events; one that is not is kept in the error.
  nonisolated(nonsending) func expectEvents(
    _ head: HTTP.ResponseHead, of request: HTTP.Request
  ) async throws(HTTPSessionError) {
    guard head.status.isSuccess else { throw await answer.unaccepted(session) }
    let type = head.fields[.contentType]
    let parsed = type.flatMap { try? HTTP.MediaType(ignoringParametersOf: $0.bytes.span) }
    guard parsed?.type == "text", parsed?.subtype == "event-stream" else {
      throw HTTPSessionError(
        .mediaType(type.map(\.description) ?? ""), request: request,
        response: HTTP.Response(head))
    }
  }

  /// Lines of text; bytes that are not UTF-8 become replacement characters.
  public struct Lines: AsyncSequence, Sendable {
    /// A line without its end.
    public typealias Element = String
    /// What reading throws.
    public typealias Failure = HTTPSessionError

    let content: HTTPSession.ResponseContent
    let limit: Int

    /// Begins to read what is left of the content.
    public func makeAsyncIterator() -> Iterator {
      Iterator(
        pieces: content.makeAsyncIterator(), splitter: LineSplitter(.newline, limit: limit))
    }

    /// Where the reading is.
    public struct Iterator: AsyncIteratorProtocol {
      var pieces: HTTPSession.ResponseContent.Iterator
      var splitter: LineSplitter

      /// Returns the next line, or nil at the end.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(HTTPSessionError) -> String? {
        do throws(HTTPSessionError.Reason) {
          if let line = try splitter.next() { return String(decoding: line, as: UTF8.self) }
        } catch {
          throw HTTPSessionError(error)
        }
        while let piece = try await pieces.next(isolation: actor) {
          splitter.append(piece.span)
          do throws(HTTPSessionError.Reason) {
            if let line = try splitter.next() { return String(decoding: line, as: UTF8.self) }
          } catch {
            throw HTTPSessionError(error)
          }
        }
        do throws(HTTPSessionError.Reason) {
          return try splitter.finish().map { String(decoding: $0, as: UTF8.self) }
        } catch {
          throw HTTPSessionError(error)
        }
      }
    }
  }

  /// The events of a stream, as they become whole.
  public struct Events: AsyncSequence, Sendable {
    /// A whole event.
    public typealias Element = HTTP.ServerSentEvent
    /// What reading throws.
    public typealias Failure = HTTPSessionError

    let content: HTTPSession.ResponseContent

    /// Begins to read what is left of the content.
    public func makeAsyncIterator() -> Iterator {
      Iterator(pieces: content.makeAsyncIterator(), decoder: EventDecoder())
    }

    /// Where the reading is.
    public struct Iterator: AsyncIteratorProtocol {
      var pieces: HTTPSession.ResponseContent.Iterator
      var decoder: EventDecoder

      /// The id to name when the stream is asked for again.
      public var lastEventID: String { decoder.lastEventID }

      /// How long the server wants one to wait before that.
      public var reconnectionTime: Duration? { decoder.reconnectionTime }

      /// Returns the next event, or nil at the end.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(HTTPSessionError) -> HTTP.ServerSentEvent? {
        while true {
          do throws(HTTPSessionError.Reason) {
            if let event = try decoder.next() { return event }
          } catch {
            throw HTTPSessionError(error)
          }
          guard let piece = try await pieces.next(isolation: actor) else { return nil }
          decoder.append(piece.span)
        }
      }
    }
  }
}
