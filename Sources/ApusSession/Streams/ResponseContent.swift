internal import ApusConnections
public import ApusHTTP
internal import ApusSerialization

extension HTTPSession {
  /// The content of a response, piece by piece as it arrives.
  ///
  ///     try await api.stream(.get("dump")) { head, content in
  ///       for try await piece in content { print(head.status, piece.count) }
  ///     }
  ///
  /// It can be read once: in the closure of `stream`, or at any time after `open`. No more is
  /// received than is read, except for one buffer: a slow reader slows the server down.
  public struct ResponseContent: AsyncSequence, Sendable {
    /// A piece, which is never empty.
    public typealias Element = [UInt8]
    /// The error of reading.
    public typealias Failure = any Error

    let answer: OpenResponse
    let session: HTTPSession
    /// The coder of JSON in the content.
    let coder: any JSONCoding
    /// The content limits of the session, for calls without their own.
    let limits: HTTPSession.ContentLimits

    /// The number of bytes of the content, if the head has it.
    public var byteCount: Int? { answer.content.byteCount }

    /// The trailer fields after the content, once it was completely read.
    public var trailers: HTTP.Fields { answer.content.trailers }

    /// Ends the content; later and waiting reads throw an error.
    public func close() { answer.content.close() }

    /// Begins to read, or continues after another iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(content: self) }

    /// A position in the content; all iterators of a response share one.
    public struct Iterator: AsyncIteratorProtocol {
      let content: ResponseContent

      /// Returns the next piece, or nil at the end.
      ///
      /// - Parameter actor: The actor of the caller, on which the sequence is read.
      /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws -> [UInt8]? {
        try await next()
      }

      /// Returns the next piece, or nil at the end.
      ///
      /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
      public mutating func next() async throws -> [UInt8]? {
        do throws(HTTPSessionError) { return try await content.next() } catch {
          throw error.thrown
        }
      }
    }

    /// Returns the error of received content that is unusable, with the request and the head.
    func failed(
      _ reason: HTTPSessionError.Reason, underlying: (any Error)? = nil
    ) -> HTTPSessionError {
      HTTPSessionError(
        reason, request: answer.prepared.whole, response: HTTP.Response(answer.head),
        underlying: underlying)
    }

    /// Returns the next piece, or nil at the end.
    func next() async throws(HTTPSessionError) -> [UInt8]? {
      do throws(HTTPSessionError.Reason) {
        return try await answer.content.next()
      } catch {
        throw answer.failed(error, session)
      }
    }

    /// Collects the rest of the content, up to a limit of its own or that of the session.
    ///
    /// - Parameter limit: The maximum number of bytes; nil for the limit of the session.
    /// - Throws: An error with the code `.invalidSetting` if the limit is negative, and with
    ///   `.bodyTooLong` if there is more content.
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
