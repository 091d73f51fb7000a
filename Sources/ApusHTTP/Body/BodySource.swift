/// An asynchronous sequence of byte collections whose type and element type are erased.
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

  /// Returns an iterator over the pieces of the sequence.
  package func makePieces() -> Pieces { start() }

  /// The iterator over the pieces of a body source. Only one task at a time may use the iterator.
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

    /// The trailer fields, which are complete after the end of the content.
    package var trailers: HTTP.Fields { makeTrailers() }

    /// Returns the next piece of the content, which may be empty, or `nil` at the end of the
    /// content.
    package nonisolated(nonsending) func next() async throws -> [UInt8]? { try await pull() }
  }
}

extension HTTP {
  /// An iterator over the pieces of a body that also provides the trailer fields.
  package protocol BodyTrailing {
    /// The trailer fields, which are complete after the end of the content.
    var trailers: HTTP.Fields { get }
  }

  /// The length of a message body, as far as the sender knows the length before sending.
  public enum BodyLength: Sendable, Hashable {
    /// The message has no body.
    case none
    /// The body has this number of bytes, which may be zero.
    case known(Int)
    /// The body has a length that is unknown until the body ends.
    case unknown
  }

  /// The method for finding the end of a received message body.
  ///
  /// RFC 9112 section 6.3.
  public enum BodyFraming: Sendable, Hashable {
    /// The message ends with its head and has no body.
    case none
    /// The body has the number of bytes in the `Content-Length` field.
    case contentLength(Int)
    /// The body consists of chunks, which trailer fields may follow.
    case chunked
    /// The body lasts until the peer ends the connection in an orderly way.
    case untilClose
    /// The bytes after the head belong to a tunnel, because the server accepted `CONNECT`.
    case tunnel
    /// The bytes after the head belong to another protocol, because the response has the status
    /// 101.
    case upgrade
  }
}

extension HTTP.Body {
  /// The maximum speed of sending a body: a packet size, and a delay between two packets.
  public struct Throttle: Sendable, Hashable {
    /// The maximum number of bytes that are sent at once.
    public let packetByteCount: Int
    /// The delay before the next packet of bytes.
    public let delay: Duration

    /// Creates a limit of the sending speed from a packet size and a delay between two packets.
    ///
    /// - Parameters:
    ///   - packetByteCount: The number of bytes in a packet; 16 KiB by default.
    ///   - delay: The delay after a packet; 200 milliseconds by default.
    public init(packetByteCount: Int = 16 << 10, delay: Duration = .milliseconds(200)) {
      precondition(packetByteCount > 0 && delay >= .zero, "invalid throttle")
      self.packetByteCount = packetByteCount
      self.delay = delay
    }

    /// A limit of 16 KiB every fifth of a second, which is the speed of a slow mobile network.
    public static let suggested = Throttle()
  }
}
