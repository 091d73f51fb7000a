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

    /// The limits that are right unless something is known about the peer.
    public init() {}

    /// Holds that no coding has made more bytes than it may out of those received.
    func check(decoded: Int, received: Int) throws(InvalidCoding) {
      guard let ratio, decoded > ratioFreeByteCount else { return }
      let (allowed, isUnbounded) = received.multipliedReportingOverflow(by: ratio)
      guard isUnbounded || decoded <= allowed else {
        throw .tooDense(decoded: decoded, received: received, ratio: ratio)
      }
    }
  }
}
