/// A type-erased asynchronous sequence of byte collections.
package struct BodySource: Sendable {
  private let start: @Sendable () -> Pieces

  /// Creates a body source from a sequence of byte collections.
  package init<Source: AsyncSequence & Sendable>(
    _ source: Source
  ) where Source.Element: Collection<UInt8> {
    start = {
      var iterator = source.makeAsyncIterator()
      return Pieces {
        guard let piece = try await iterator.next(isolation: #isolation) else { return nil }
        return (piece as? [UInt8]) ?? Array(piece)
      } trailers: {
        (iterator as? any HTTP.BodyTrailing)?.trailers ?? HTTP.Fields()
      }
    }
  }

  /// Returns an iterator over the byte arrays of the request body.
  package func makePieces() -> Pieces { start() }

  /// The iterator over the byte arrays of a request body. Only one task at a time may use the
  /// iterator.
  package final class Pieces {
    private let pull: nonisolated(nonsending) () async throws -> [UInt8]?
    private let makeTrailers: () -> HTTP.Fields

    fileprivate init(
      _ pull: nonisolated(nonsending) @escaping () async throws -> [UInt8]?,
      trailers: @escaping () -> HTTP.Fields
    ) {
      self.pull = pull
      makeTrailers = trailers
    }

    /// The trailer fields of the request body, which are complete after the end of the content.
    package var trailers: HTTP.Fields { makeTrailers() }

    /// Returns the next bytes of the request body, or `nil` at the end of the body. The returned
    /// array of bytes may be empty.
    package nonisolated(nonsending) func next() async throws -> [UInt8]? { try await pull() }
  }
}

extension HTTP {
  /// An iterator over the byte arrays of a request body, which provides the trailer fields at the
  /// end.
  package protocol BodyTrailing {
    /// The trailer fields of the request body, which are complete after the end of the content.
    var trailers: HTTP.Fields { get }
  }

  /// The length of a message body that the sender knows before it sends the body.
  public enum BodyLength: Sendable, Hashable {
    /// The message has no message body.
    case none
    /// The message body has the associated number of bytes, which may be zero.
    case known(Int)
    /// The message body has a length that the sender does not know in advance.
    case unknown
  }

  /// The method for finding the end of a received message body.
  ///
  /// RFC 9112 section 6.3.
  public enum BodyFraming: Sendable, Hashable {
    /// The message has no body and ends with the empty line after the header fields.
    case none
    /// The length of the message body is the number of bytes in the `Content-Length` field.
    case contentLength(Int)
    /// The message body consists of chunks, and trailer fields may follow the last chunk.
    case chunked
    /// The message body ends when the peer closes the connection without an error.
    case untilClose
    /// The bytes after the head belong to a tunnel, because the server accepted `CONNECT`.
    case tunnel
    /// The bytes after the head belong to another protocol, because the response has the status
    /// 101.
    case upgrade
  }
}

extension HTTP.Body {
  /// The maximum upload speed of a request body: a packet size, and a delay between two packets.
  public struct Throttle: Sendable, Hashable {
    /// The maximum number of bytes in one packet of a throttled upload.
    public let packetByteCount: Int
    /// The delay between two packets of a throttled upload.
    public let delay: Duration

    /// Creates an upload speed limit from a packet size and a delay between two packets.
    ///
    /// - Parameters:
    ///   - packetByteCount: The number of bytes in a packet; 16 KiB by default.
    ///   - delay: The delay after a packet; 200 milliseconds by default.
    public init(packetByteCount: Int = 16 << 10, delay: Duration = .milliseconds(200)) {
      precondition(packetByteCount > 0 && delay >= .zero, "invalid throttle")
      self.packetByteCount = packetByteCount
      self.delay = delay
    }

    /// An upload speed limit of 16 KiB every 200 milliseconds, which is the speed of a slow mobile
    /// network.
    public static let suggested = Throttle()
  }
}
