internal import ApusConnections
public import ApusHTTP

extension HTTPSession.ResponseContent {
  /// Splits the content into lines of text, which end with a line feed or with CR LF.
  ///
  /// The lines are decoded with the charset of the media type, or as UTF-8 by default. A line that
  /// is longer than the limit, in bytes of UTF-8, is an error. Without a limit, the line limit of
  /// the session applies.
  ///
  /// - Parameter limit: The maximum number of bytes in a line, or `nil` for the session's
  ///   `limits.lineByteCount`.
  public func lines(limit: Int? = nil) -> Lines {
    Lines(content: self, limit: limit ?? limits.lineByteCount)
  }

  /// The server-sent events of the content, which must be in the format `text/event-stream`.
  public var events: Events { Events(content: self) }

  /// Checks that a response is an event stream, and otherwise throws an error with the response.
  nonisolated(nonsending) func expectEvents(
    _ head: HTTP.ResponseHead, of request: HTTP.Request
  ) async throws(HTTPSessionError) {
    guard head.status.isSuccess else { throw await answer.unaccepted(session) }
    let type = head.fields[.contentType]
    let parsed = type.flatMap { try? HTTP.MediaType(ignoringParametersOf: $0.bytes.span) }
    guard parsed?.type == "text", parsed?.subtype == "event-stream" else {
      throw HTTPSessionError(
        .mediaType(type.map(\.description) ?? ""), request: request,
        response: HTTP.Response(head)
      ).hinted(.expectedType("text/event-stream"))
    }
  }

  /// A sequence of the lines of text content. Malformed bytes are replaced by U+FFFD.
  public struct Lines: AsyncSequence, Sendable {
    /// A line of text without its line end.
    public typealias Element = String
    /// The type of the errors that reading throws.
    public typealias Failure = any Error

    let content: HTTPSession.ResponseContent
    let limit: Int

    /// Returns an iterator that reads the rest of the content line by line.
    public func makeAsyncIterator() -> Iterator {
      Iterator(
        pieces: content.makeAsyncIterator(), splitter: LineSplitter(.newline, limit: limit),
        transcoder: TextTranscoder(content.answer.head.fields.textCharset ?? .utf8))
    }

    /// An iterator over the lines of the response content.
    public struct Iterator: AsyncIteratorProtocol {
      var pieces: HTTPSession.ResponseContent.Iterator
      var splitter: LineSplitter
      var transcoder: TextTranscoder
      private var isAtStart = true
      private var isFinished = false

      init(
        pieces: HTTPSession.ResponseContent.Iterator, splitter: LineSplitter,
        transcoder: TextTranscoder
      ) {
        self.pieces = pieces
        self.splitter = splitter
        self.transcoder = transcoder
      }

      /// Returns the next line, or `nil` at the end of the response content.
      ///
      /// - Parameter actor: The actor of the caller, on which the caller reads the sequence.
      /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws -> String? {
        guard splitter.limit >= 0 else {
          throw pieces.content.failed(.setting(.limit("limit", splitter.limit, atLeast: 0)))
        }
        while true {
          do throws(HTTPSessionError.Reason) {
            if let line = try splitter.next() { return text(line) }
            if isFinished { return try splitter.finish().map { text($0) } }
          } catch {
            throw pieces.content.failed(error)
          }
          let piece = try await pieces.next(isolation: actor)
          append(piece)
        }
      }

      /// Appends the next bytes of the content to the line splitter, or records the end of the
      /// content.
      private mutating func append(_ piece: [UInt8]?) {
        isFinished = piece == nil
        if transcoder.isIdentity {
          if let piece { splitter.append(piece.span) }
          return
        }
        var text: [UInt8] = []
        if let piece {
          transcoder.append(piece.span, to: &text)
        } else {
          transcoder.finish(to: &text)
        }
        splitter.append(text.span)
      }

      private mutating func text(_ line: [UInt8]) -> String {
        let text = isAtStart ? TextTranscoder.withoutMark(line[...]) : line[...]
        isAtStart = false
        return String(decoding: text, as: UTF8.self)
      }
    }
  }

  /// A sequence of server-sent events, each of which is returned when it is complete.
  public struct Events: AsyncSequence, Sendable {
    /// A complete server-sent event.
    public typealias Element = HTTP.ServerSentEvent
    /// The type of the errors that reading throws.
    public typealias Failure = any Error

    let content: HTTPSession.ResponseContent

    /// Returns an iterator that reads the rest of the content.
    public func makeAsyncIterator() -> Iterator {
      Iterator(pieces: content.makeAsyncIterator(), decoder: EventDecoder())
    }

    /// An iterator over the server-sent events of the content.
    public struct Iterator: AsyncIteratorProtocol {
      var pieces: HTTPSession.ResponseContent.Iterator
      var decoder: EventDecoder

      /// The event ID that a later request for the same event stream sends.
      public var lastEventID: String { decoder.lastEventID }

      /// The reconnection delay that the server has sent, or nil if the server has sent no delay.
      public var reconnectionTime: Duration? { decoder.reconnectionTime }

      /// Returns the next event, or `nil` at the end of the content.
      ///
      /// - Parameter actor: The actor of the caller, on which the caller reads the sequence.
      /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws -> HTTP.ServerSentEvent? {
        while true {
          do throws(HTTPSessionError.Reason) {
            if let event = try decoder.next() { return event }
          } catch {
            throw pieces.content.failed(error)
          }
          guard let piece = try await pieces.next(isolation: actor) else { return nil }
          decoder.append(piece.span)
        }
      }
    }
  }
}
