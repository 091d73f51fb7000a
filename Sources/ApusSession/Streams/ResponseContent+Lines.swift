internal import ApusConnections
public import ApusHTTP

extension HTTPSession.ResponseContent {
  /// Splits the content into lines of text at line feeds, or at returns with line feeds.
  ///
  /// The text is in the charset that the media type names, and otherwise in UTF-8. A line that is
  /// longer than the limit, in bytes of UTF-8, is an error; without one that of the session holds.
  ///
  /// - Parameter limit: The maximum number of bytes in a line; nil for the session's
  ///   `limits.lineByteCount`.
  public func lines(limit: Int? = nil) -> Lines {
    Lines(content: self, limit: limit ?? limits.lineByteCount)
  }

  /// The content as the events of a `text/event-stream`.
  public var events: Events { Events(content: self) }

  /// Checks that a response is a stream of events; the error has any other response.
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

  /// Lines of text; malformed bytes become replacement characters.
  public struct Lines: AsyncSequence, Sendable {
    /// A line without its end.
    public typealias Element = String
    /// The error of reading.
    public typealias Failure = any Error

    let content: HTTPSession.ResponseContent
    let limit: Int

    /// Begins to read the rest of the content.
    public func makeAsyncIterator() -> Iterator {
      Iterator(
        pieces: content.makeAsyncIterator(), splitter: LineSplitter(.newline, limit: limit),
        transcoder: TextTranscoder(content.answer.head.fields.textCharset ?? .utf8))
    }

    /// A position in the content.
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

      /// Returns the next line, or nil at the end.
      ///
      /// - Parameter actor: The actor of the caller, on which the sequence is read.
      /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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

      /// Takes in the next piece of the content, or its end.
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

  /// The events of a stream, as they become whole.
  public struct Events: AsyncSequence, Sendable {
    /// A whole event.
    public typealias Element = HTTP.ServerSentEvent
    /// The error of reading.
    public typealias Failure = any Error

    let content: HTTPSession.ResponseContent

    /// Begins to read the rest of the content.
    public func makeAsyncIterator() -> Iterator {
      Iterator(pieces: content.makeAsyncIterator(), decoder: EventDecoder())
    }

    /// A position in the content.
    public struct Iterator: AsyncIteratorProtocol {
      var pieces: HTTPSession.ResponseContent.Iterator
      var decoder: EventDecoder

      /// The ID that a later request for the stream sends.
      public var lastEventID: String { decoder.lastEventID }

      /// The server's delay before a later request.
      public var reconnectionTime: Duration? { decoder.reconnectionTime }

      /// Returns the next event, or nil at the end.
      ///
      /// - Parameter actor: The actor of the caller, on which the sequence is read.
      /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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
