/// An asynchronous sequence of byte collections with erased types.
package struct BodySource: Sendable {
  private let start: @Sendable () -> Pieces

  /// The pieces of a sequence.
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

  /// Begins to read the sequence.
  package func makePieces() -> Pieces { start() }

  /// The rest of a sequence after its first element; one task at a time reads it.
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

    /// The fields after the content, once it has ended.
    package var trailers: HTTP.Fields { makeTrailers() }

    /// The next piece, which may be empty, or nil at the end.
    package nonisolated(nonsending) func next() async throws -> [UInt8]? { try await pull() }
  }
}

extension HTTP {
  /// An iterator over the pieces of a body that knows fields after the content.
  package protocol BodyTrailing {
    /// The fields, once the content has ended.
    var trailers: HTTP.Fields { get }
  }

  /// The length of a message's body, as far as the sender knows it beforehand.
  public enum BodyLength: Sendable, Hashable {
    /// No body at all.
    case none
    /// Exactly that many bytes, which may be zero.
    case known(Int)
    /// Some bytes, whose end is only known when it is reached.
    case unknown
  }

  /// The way to find the end of a received body.
  ///
  /// RFC 9112 section 6.3.
  public enum BodyFraming: Sendable, Hashable {
    /// The message ends with its head.
    case none
    /// That many bytes follow.
    case contentLength(Int)
    /// Chunks follow, and after them perhaps trailers.
    case chunked
    /// The body lasts until the peer ends the connection in order.
    case untilClose
    /// A tunnel follows, because `CONNECT` was accepted.
    case tunnel
    /// Another protocol follows, after status 101.
    case upgrade
  }
}

extension HTTP.Body {
  /// The highest speed of sending a body: a number of bytes at once, and a pause between.
  public struct Throttle: Sendable, Hashable {
    /// The most bytes that are sent at once.
    public let packetByteCount: Int
    /// The pause before the next bytes.
    public let delay: Duration

    /// Packets of so many bytes, with a pause between two of them.
    ///
    /// - Parameters:
    ///   - packetByteCount: The number of bytes in a packet; 16 KiB by default.
    ///   - delay: The pause after a packet; 200 milliseconds by default.
    public init(packetByteCount: Int = 16 << 10, delay: Duration = .milliseconds(200)) {
      precondition(packetByteCount > 0 && delay >= .zero, "invalid throttle")
      self.packetByteCount = packetByteCount
      self.delay = delay
    }

    /// 16 KiB every fifth of a second: the speed of a slow mobile network.
    public static let suggested = Throttle()
  }
}
