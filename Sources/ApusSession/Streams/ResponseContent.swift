internal import ApusConnections
public import ApusHTTP
internal import ApusSerialization

extension HTTPSession {
  /// The content of a response, as a sequence of received byte chunks.
  ///
  ///     try await api.stream(.get("dump")) { head, content in
  ///       for try await piece in content { print(head.status, piece.count) }
  ///     }
  ///
  /// The content can be read once: in the closure of `stream`, or at any time after `open`. The
  /// session buffers at most one buffer of unread content, so a slow reader slows the server down.
  public struct ResponseContent: AsyncSequence, Sendable {
    /// A chunk of received content bytes, which is never empty.
    public typealias Element = [UInt8]
    /// The type of the errors that reading throws.
    public typealias Failure = any Error

    let answer: OpenResponse
    let session: HTTPSession
    /// The JSON coder that decodes values from the content.
    let coder: any JSONCoding
    /// The content limits of the session, for calls without their own limits.
    let limits: HTTPSession.ContentLimits

    /// The number of bytes of the content, or nil if the response head contains no length.
    public var byteCount: Int? { answer.content.byteCount }

    /// The trailer fields that follow the content, available after the content was read to its end.
    public var trailers: HTTP.Fields { answer.content.trailers }

    /// Closes the content; waiting reads and later reads throw an error.
    public func close() { answer.content.close() }

    /// Returns an iterator that continues at the position of earlier iterators over the content.
    public func makeAsyncIterator() -> Iterator { Iterator(content: self) }

    /// An iterator over the received chunks of the content; all iterators of a response share one
    /// position.
    public struct Iterator: AsyncIteratorProtocol {
      let content: ResponseContent

      /// Returns the next chunk of the content, or `nil` at the end of the content.
      ///
      /// - Parameter actor: The actor of the caller, on which the caller reads the sequence.
      /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws -> [UInt8]? {
        try await next()
      }

      /// Returns the next chunk of the content, or `nil` at the end of the content.
      ///
      /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
      public mutating func next() async throws -> [UInt8]? {
        do throws(HTTPSessionError) { return try await content.next() } catch {
          throw error.thrown
        }
      }
    }

    /// Returns the error for content that cannot be used, with the request and the response head.
    func failed(
      _ reason: HTTPSessionError.Reason, underlying: (any Error)? = nil
    ) -> HTTPSessionError {
      HTTPSessionError(
        reason, request: answer.prepared.whole, response: HTTP.Response(answer.head),
        underlying: underlying)
    }

    /// Returns the error for content that the caller stops reading for a reason of the session,
    /// such as an expired time limit.
    package func stopped(_ reason: HTTPSessionError.Reason) -> HTTPSessionError {
      answer.failed(reason, session)
    }

    /// Returns the next chunk of the content, or `nil` at the end of the content.
    func next() async throws(HTTPSessionError) -> [UInt8]? {
      do throws(HTTPSessionError.Reason) {
        return try await answer.content.next()
      } catch {
        throw answer.failed(error, session)
      }
    }

    /// Collects the rest of the content, up to the given limit or the session's limit.
    ///
    /// - Parameter limit: The maximum number of bytes, or `nil` for the session's limit.
    /// - Throws: An error with the code `.invalidSetting` if the limit is negative, or with the
    ///   code `.bodyTooLong` if the content is longer than the limit.
    public func collect(upTo limit: Int? = nil) async throws -> [UInt8] {
      let limit = limit ?? limits.collectedByteCount
      guard limit >= 0 else { throw failed(.setting(.limit("upTo", limit, atLeast: 0))) }
      var content: [UInt8] = []
      var pieces = makeAsyncIterator()
      while let piece = try await pieces.next() {
        guard piece.count <= limit - content.count else {
          throw failed(.bodyTooLong(limit: limit))
        }
        if content.isEmpty { content = piece } else { content += piece }
      }
      return content
    }
  }
}
