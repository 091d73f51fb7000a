internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession.ResponseContent {
  /// Decodes the content as values of a type, one JSON document on each line.
  ///
  ///     for try await row in content.values(of: Row.self) { … }
  ///
  /// The session's JSON coder reads the lines, and empty lines are skipped. A line that is longer
  /// than the limit is an error. Without a limit, the line limit of the session applies.
  ///
  /// - Parameters:
  ///   - type: The type of each decoded value.
  ///   - lineLimit: The maximum number of bytes in a line, or `nil` for the session's
  ///     `limits.lineByteCount`.
  public func values<Value: Decodable & SendableMetatype>(
    of type: Value.Type = Value.self, lineLimit: Int? = nil
  ) -> Values<Value> {
    Values(content: self, lineLimit: lineLimit ?? limits.lineByteCount)
  }

  /// A sequence of values that are decoded from lines of JSON.
  public struct Values<Value: Decodable & SendableMetatype>: AsyncSequence, Sendable {
    /// A value that is decoded from one line of JSON.
    public typealias Element = Value
    /// The type of the errors that reading throws.
    public typealias Failure = any Error

    let content: HTTPSession.ResponseContent
    let lineLimit: Int

    /// Returns an iterator that reads the rest of the content.
    public func makeAsyncIterator() -> Iterator {
      Iterator(
        pieces: content.makeAsyncIterator(), coder: content.coder,
        reader: JSON.LineReader(lineByteCountLimit: Swift.max(1, lineLimit)), lineLimit: lineLimit)
    }

    /// An iterator over the values that are decoded from the content.
    public struct Iterator: AsyncIteratorProtocol {
      var pieces: HTTPSession.ResponseContent.Iterator
      let coder: any JSONCoding
      var reader: JSON.LineReader
      let lineLimit: Int
      var isFinished = false

      /// Returns the next value, or `nil` at the end of the content.
      ///
      /// If a line cannot be decoded, the function throws an error, and the next call reads the
      /// next line.
      ///
      /// - Parameter actor: The actor of the caller, on which the caller reads the sequence.
      /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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
  /// Decodes the JSON data of the event as a value of a type.
  ///
  /// The default JSON coder has the default settings. The property `configuration.json` is the JSON
  /// coder of a session.
  ///
  /// - Parameters:
  ///   - type: The type of the decoded value.
  ///   - coder: The JSON coder that reads the data.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: any JSONCoding = JSONCoder()
  ) throws -> Value {
    try coder.decode(type, from: Array(data.utf8))
  }
}
