extension HTTP {
  /// The limits for the decompression of message bodies, which protect the client from
  /// decompression bombs.
  public struct DecodingLimits: Hashable, Codable, Sendable {
    /// The maximum number of bytes of decoded content. The default is nil, which means no limit.
    public var contentByteCount: Int?
    /// The maximum number of decoded content bytes for each received byte; nil means no limit. The
    /// default ratio is 1,000.
    ///
    /// If several content codings are applied to one body, the limit applies to each coding. The
    /// compression ratio of log files is a few hundred. The highest compression ratio of gzip is
    /// about 1,030.
    public var ratio: Int? = 1_000
    /// The number of decoded content bytes below which the decoder ignores the compression ratio;
    /// the default is 10 MiB.
    public var ratioFreeByteCount = 10 << 20
    /// The maximum number of content codings that may be applied to one body; the default is 2.
    public var codingCount = 2

    /// Creates the default decoding limits, which are suitable for unknown peers.
    public init() {}

    /// Checks the number of decoded bytes, and its ratio to the number of received bytes, against
    /// the decoding limits.
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
  /// A streaming decoder that removes the content codings of a message body in bounded memory.
  ///
  /// The caller passes the received bytes and the maximum number of content bytes to decode, so a
  /// slow consumer slows down the peer:
  ///
  ///     let taken = try decoder.decode(arrived, into: &content, atMost: 65_536)
  ///
  /// If the decoder appended the maximum number of content bytes, more content may be available. In
  /// that case, call the decoder again with the rest of the received bytes, which may be empty. If
  /// the decoder appended fewer content bytes, it needs the next bytes of the message body. At the
  /// end of the body, `finish()` checks that the body is complete.
  ///
  /// The decoder accepts an empty body for any content coding, because servers send
  /// `Content-Encoding` with empty bodies. The message framing distinguishes an empty body from a
  /// truncated body.
  ///
  /// RFC 9110 section 8.4.
  public struct ContentDecoder: ~Copyable {
    private let limits: DecodingLimits
    /// The last stage of the decoding chain, which removes the coding that the sender applied
    /// first.
    private let last: DecodingStage
    private var failure: InvalidCoding?

    /// Creates a decoder of content codings in the order of `Content-Encoding`.
    ///
    /// - Parameters:
    ///   - codings: The content codings in the order in which they were applied.
    ///   - limits: The maximum size and compression ratio of the content.
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

    /// The number of bytes of the compressed body that the decoder has consumed.
    public var bodyByteCount: Int { last.bodyByteCount }

    /// The number of content bytes that the decoder has produced.
    public var contentByteCount: Int { last.decoded }

    /// Decodes bytes of a compressed body and appends at most a given number of content bytes.
    ///
    /// The result is the number of consumed bytes of the compressed body. If the body is malformed,
    /// the function appends the content before the fault and throws an error. The decoder cannot be
    /// used after an error.
    ///
    /// - Parameters:
    ///   - body: The next bytes of the coded body.
    ///   - content: The buffer that receives the decoded content.
    ///   - byteCount: The maximum number of bytes to append to the content.
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

    /// Checks at the end of the input that the compressed body is complete.
    public func finish() throws(InvalidCoding) {
      if let failure { throw failure }
      try last.finish()
    }

    /// Returns the decoded content of a complete body.
    ///
    /// - Parameters:
    ///   - body: The complete coded body.
    ///   - codings: The content codings in the order in which they were applied.
    ///   - limits: The maximum size and compression ratio of the content.
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
        // The output buffer has one byte more than the limit, so the decoder detects content that
        // exceeds the limit.
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

    /// The maximum number of content bytes that one decoding step produces.
    private static let roomByteCount = 65_536
  }
}

// The decoding stages are safe to send because they have a single owner, which needs exclusive
// access to change them.
extension HTTP.ContentDecoder: @unchecked Sendable {}
