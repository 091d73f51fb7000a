internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession.ResponseContent {
  /// Decodes the content as values of a type, one JSON document on each line.
  ///
  ///     for try await row in content.values(of: Row.self) { … }
  ///
  /// Empty lines are passed over. The session's coder reads them. A line that is longer than the
  /// limit is an error; without one that of the session holds.
  ///
  /// - Parameters:
  ///   - type: The type of each value.
  ///   - lineLimit: The maximum number of bytes in a line; nil for the session's
  ///     `limits.lineByteCount`.
  public func values<Value: Decodable & SendableMetatype>(
    of type: Value.Type = Value.self, lineLimit: Int? = nil
  ) -> Values<Value> {
    Values(content: self, lineLimit: lineLimit ?? limits.lineByteCount)
  }

  /// Values out of lines of JSON.
  public struct Values<Value: Decodable & SendableMetatype>: AsyncSequence, Sendable {
    /// A value out of a line.
    public typealias Element = Value
    /// The error of reading.
    public typealias Failure = any Error

    let content: HTTPSession.ResponseContent
    let lineLimit: Int

    /// Begins to read the rest of the content.
    public func makeAsyncIterator() -> Iterator {
      Iterator(
        pieces: content.makeAsyncIterator(), coder: content.coder,
        reader: JSON.LineReader(lineByteCountLimit: Swift.max(1, lineLimit)), lineLimit: lineLimit)
    }

    /// A position in the content.
    public struct Iterator: AsyncIteratorProtocol {
      var pieces: HTTPSession.ResponseContent.Iterator
      let coder: any JSONCoding
      var reader: JSON.LineReader
      let lineLimit: Int
      var isFinished = false

      /// Returns the next value, or nil at the end.
      ///
      /// A line that is no such value has been passed when its error is thrown.
      ///
      /// - Parameter actor: The actor of the caller, on which the sequence is read.
      /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws -> Value? {
        guard lineLimit > 0 else {
          throw pieces.content.failed(.setting(.limit("lineLimit", lineLimit, atLeast: 1)))
        }
        while true {
          if let line = try nextLine() { return try value(of: line) }
          guard !isFinished else { return nil }
          if let piece = try await pieces.next(isolation: actor) {
            reader.append(piece)
          } else {
            reader.finish()
            isFinished = true
          }
        }
      }

      private mutating func nextLine() throws(HTTPSessionError) -> [UInt8]? {
        do throws(JSON.LineError) {
          return try reader.nextLine()
        } catch {
          throw pieces.content.failed(
            .lineTooLong(limit: reader.lineByteCountLimit), underlying: error)
        }
      }

      private func value(of line: [UInt8]) throws(HTTPSessionError) -> Value {
        do {
          return try coder.decode(Value.self, from: line)
        } catch let error as JSON.DecodingError {
          throw pieces.content.failed(
            .serialization(.value(error)),
            underlying: JSON.LineError.undecodable(line: reader.lineCount, error))
        } catch {
          throw pieces.content.failed(.serialization(.other("\(error)")), underlying: error)
        }
      }
    }
  }
}

extension HTTP.ServerSentEvent {
  /// Decodes the data as a value out of JSON.
  ///
  /// The default coder has the default settings; that of a session is in its configuration.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - coder: The coder that reads the data.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: any JSONCoding = JSONCoder()
  ) throws -> Value {
    try coder.decode(type, from: Array(data.utf8))
  }
}
