import ApusHTTP
import ApusNet
import ApusSession

/// The maximum speed of the content of requests and responses, in bytes per second.
///
///     rate = 1*9DIGIT [ "k" / "M" / "G" ]
///
/// The units are powers of 1024 in either case, as for curl.
struct TransferRate {
  static let option = Option(
    "limit-rate", takes: "RATE",
    "the maximum speed of the content in bytes per second, as in 5000, 200k or 1M")
  static let expected = "a number of bytes per second, or a number with the unit k, M or G"

  let byteCount: Int

  init?(_ text: String) {
    var digits = Array(text.utf8)[...]
    var shift = 0
    switch digits.last {
    case 0x4b, 0x6b: shift = 10
    case 0x4d, 0x6d: shift = 20
    case 0x47, 0x67: shift = 30
    default: break
    }
    if shift > 0 { digits.removeLast() }
    // The number has at most nine digits, so its product with a unit is less than 2^60.
    guard 1...9 ~= digits.count, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    byteCount = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } << shift
    guard byteCount > 0 else { return nil }
  }

  /// The speed of uploads, as the size of a packet and the delay after a packet. A packet contains
  /// the bytes of at most a tenth of a second.
  var throttle: HTTP.Body.Throttle {
    let packet = min(max(1, byteCount / 10), Self.packetByteCount)
    return HTTP.Body.Throttle(
      packetByteCount: packet, delay: .seconds(Double(packet) / Double(byteCount)))
  }

  /// The maximum number of bytes in a packet, which is the number of bytes in one read of a file.
  private static let packetByteCount = 64 << 10
}

/// The content of a response, whose parts are read at a limited speed.
struct LimitedContent: AsyncSequence, Sendable {
  let content: HTTPSession.ResponseContent
  /// The limit for the speed of the content, or `nil` for an unlimited speed.
  let rate: ByteRateLimit?

  func makeAsyncIterator() -> Iterator { Iterator(content, rate) }

  /// An iterator that returns a received piece in small parts, and waits before each further part.
  struct Iterator: AsyncIteratorProtocol {
    private let content: HTTPSession.ResponseContent
    private let rate: ByteRateLimit?
    private var pieces: HTTPSession.ResponseContent.Iterator
    private var rest: ArraySlice<UInt8> = []
    /// The number of bytes in the last returned part.
    private var count = 0

    init(_ content: HTTPSession.ResponseContent, _ rate: ByteRateLimit?) {
      (self.content, self.rate) = (content, rate)
      pieces = content.makeAsyncIterator()
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      guard let rate else { return try await pieces.next(isolation: actor) }
      do throws(HTTPSessionError.Reason) {
        try await rate.wait(for: count)
      } catch {
        throw content.stopped(error)
      }
      if rest.isEmpty {
        guard let piece = try await pieces.next(isolation: actor) else { return nil }
        rest = piece[...]
      }
      let part = rest.prefix(rate.partByteCount)
      rest = rest.dropFirst(part.count)
      count = part.count
      return Array(part)
    }
  }
}
