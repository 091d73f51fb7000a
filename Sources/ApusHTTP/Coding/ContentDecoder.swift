extension HTTP {
  /// How far a coded body may unfold before it is taken for an attack.
  public struct DecodingLimits: Hashable, Codable, Sendable {
    /// The most bytes of content, or nil for any number.
    public var contentByteCount: Int?
    /// How many times longer than what has been received the content may be; nil is any number.
    ///
    /// Each of stacked codings is held to it. Lines of a log unfold to some hundred times their
    /// length; the most that gzip can say of any content is about 1,030 times.
    public var ratio: Int? = 1_000
    /// Up to this many bytes of content the ratio does not matter.
    public var ratioFreeByteCount = 10 << 20
    /// How many codings may be stacked.
    public var codingCount = 2

    /// Creates the limits that are right unless something is known about the peer.
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
  /// The reader of the body feeds what has arrived and says how much content to make at most, so
  /// that a slow consumer holds back the peer:
  ///
  ///     let taken = try decoder.decode(arrived, into: &content, atMost: 65_536)
  ///
  /// If as much content was made as there was room for, there may be more of it, and the rest of
  /// the bytes is fed again, even if nothing is left. If less was made, all bytes were taken and
  /// the next ones are needed; where there are none, `finish()` says whether the body is whole.
  ///
  /// A body of no bytes stands for no content under any coding: servers send `Content-Encoding`
  /// with empty bodies, and the framing of the message tells such a body from one cut short.
  ///
  /// RFC 9110 section 8.4.
  public struct ContentDecoder: ~Copyable {
    private let limits: DecodingLimits
    /// The end of the chain, which undoes the coding that was applied first.
    private let last: DecodingStage
    private var failure: InvalidCoding?

    /// Creates a decoder of codings in the order in which `Content-Encoding` lists them.
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

    /// How many bytes of the body have been taken.
    public var bodyByteCount: Int { last.bodyByteCount }

    /// How many bytes of content have been made.
    public var contentByteCount: Int { last.decoded }

    /// Takes bytes of the body and appends at most that many bytes of content.
    ///
    /// What is returned is how many bytes were taken.
    /// What was decoded before a fault has been appended when it is thrown. A failure is final.
    public mutating func decode(
      _ body: Span<UInt8>, into content: inout [UInt8], atMost byteCount: Int
    ) throws(InvalidCoding) -> Int {
      precondition(byteCount > 0, "without room nothing can be decoded")
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

    /// How much content is made in one step at most.
    private static let roomByteCount = 65_536
  }
}

// The stages have one owner, who holds them exclusively to change them.
extension HTTP.ContentDecoder: @unchecked Sendable {}
