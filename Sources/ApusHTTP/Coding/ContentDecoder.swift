extension HTTP {
  /// The limits for a coded body that decodes to much longer content.
  public struct DecodingLimits: Hashable, Codable, Sendable {
    /// The most bytes of content, or nil for any number. The default is nil.
    public var contentByteCount: Int?
    /// The longest content per received byte; nil for no limit. The default is 1,000.
    ///
    /// It applies to each of stacked codings. Lines of a log decode to some hundred times their
    /// length; the highest ratio of gzip is about 1,030.
    public var ratio: Int? = 1_000
    /// Up to this many bytes of content the ratio does not matter. The default is 10 MiB.
    public var ratioFreeByteCount = 10 << 20
    /// The number of codings that may be stacked. The default is 2.
    public var codingCount = 2

    /// Creates the limits for unknown peers.
    public init() {}

    /// Checks that no coding has made more bytes than it may out of those received.
    func check(decoded: Int, received: Int) throws(InvalidCoding) {
      guard let ratio, decoded > ratioFreeByteCount else { return }
      let (allowed, isUnbounded) = received.multipliedReportingOverflow(by: ratio)
      guard isUnbounded || decoded <= allowed else {
        throw .tooDense(decoded: decoded, received: received, ratio: ratio)
      }
    }
  }
}

extension HTTP {
  /// Undoes the content codings of a body, piece by piece, in bounded memory.
  ///
  /// The caller passes the received bytes and the largest amount of content to decode, so that a
  /// slow consumer slows down the peer:
  ///
  ///     let taken = try decoder.decode(arrived, into: &content, atMost: 65_536)
  ///
  /// If the amount was reached, there may be more content: pass the rest of the bytes again, even
  /// if none are left. If less was decoded, all bytes were consumed and the next ones are needed;
  /// at the end, `finish()` checks that the body is complete.
  ///
  /// An empty body is empty content under any coding: servers send `Content-Encoding` with empty
  /// bodies, and the framing of the message distinguishes such a body from a truncated one.
  ///
  /// RFC 9110 section 8.4.
  public struct ContentDecoder: ~Copyable {
    private let limits: DecodingLimits
    /// The end of the chain, which undoes the coding that was applied first.
    private let last: DecodingStage
    private var failure: InvalidCoding?

    /// Creates a decoder of codings, in the order of `Content-Encoding`.
    ///
    /// - Parameters:
    ///   - codings: The codings in the order they were applied.
    ///   - limits: The maximum size and ratio of the content.
    public init(
      _ codings: [ContentCoding], limits: DecodingLimits = DecodingLimits()
    ) throws(InvalidCoding) {
      guard codings.count <= limits.codingCount else {
        throw .tooManyCodings(limit: limits.codingCount)
      }
      self.limits = limits
      var stage: DecodingStage?
      for coding in codings.reversed() where coding != .identity {
        stage = DecodingStage(coding, on: stage, limits)
      }
      last = stage ?? DecodingStage(.identity, on: nil, limits)
    }

    /// The number of consumed bytes of the body.
    public var bodyByteCount: Int { last.bodyByteCount }

    /// The number of decoded bytes of content.
    public var contentByteCount: Int { last.decoded }

    /// Consumes bytes of the body and appends at most that many bytes of content.
    ///
    /// The result is the number of consumed bytes. Content that was decoded before a fault has been
    /// appended when it is thrown. A failure is final.
    ///
    /// - Parameters:
    ///   - body: The next bytes of the body.
    ///   - content: The buffer that receives the content.
    ///   - byteCount: The maximum number of bytes to append.
    public mutating func decode(
      _ body: Span<UInt8>, into content: inout [UInt8], atMost byteCount: Int
    ) throws(InvalidCoding) -> Int {
      precondition(byteCount > 0, "the amount of content must be positive")
      if let failure { throw failure }
      do throws(InvalidCoding) {
        return try run(body, into: &content, byteCount)
      } catch {
        failure = error
        throw error
      }
    }

    /// Checks that the body is whole, after all of its content has been made.
    public func finish() throws(InvalidCoding) {
      if let failure { throw failure }
      try last.finish()
    }

    /// Returns the content of a body that is there as a whole.
    ///
    /// - Parameters:
    ///   - body: The whole body.
    ///   - codings: The codings in the order they were applied.
    ///   - limits: The maximum size and ratio of the content.
    public static func decode(
      _ body: Span<UInt8>, _ codings: [ContentCoding], limits: DecodingLimits = DecodingLimits()
    ) throws(InvalidCoding) -> [UInt8] {
      var decoder = try ContentDecoder(codings, limits: limits)
      var content: [UInt8] = []
      _ = try decoder.decode(body, into: &content, atMost: .max)
      try decoder.finish()
      return content
    }

    private mutating func run(
      _ body: Span<UInt8>, into content: inout [UInt8], _ byteCount: Int
    ) throws(InvalidCoding) -> Int {
      let limit = limits.contentByteCount ?? .max
      var taken = 0
      var left = byteCount
      while left > 0 {
        // One byte more than is allowed is made room for, so that it is seen to come.
        let allowed = max(0, limit - last.decoded)
        let room = min(left, Self.roomByteCount, allowed == .max ? .max : allowed + 1)
        let before = content.count
        try content.append(addingCapacity: room) { room throws(InvalidCoding) in
          try last.fill(&room, from: body, &taken)
        }
        let made = content.count - before
        if made > allowed {
          content.removeLast(made - allowed)
          throw .tooLong(limit: limit)
        }
        guard made == room else { break }
        left -= made
      }
      return taken
    }

    /// The largest amount of content in one step.
    private static let roomByteCount = 65_536
  }
}

// The stages have one owner, which needs exclusive access to change them.
extension HTTP.ContentDecoder: @unchecked Sendable {}
