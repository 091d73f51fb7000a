extension HTTP.Body {
  /// How fast a body is sent at most: so many bytes at once, and a pause between.
  public struct Throttle: Sendable, Hashable {
    /// The most bytes that are sent at once.
    public let packetByteCount: Int
    /// The pause before the next bytes.
    public let delay: Duration

    /// Packets of so many bytes, with a pause between two of them.
    public init(packetByteCount: Int = 16 << 10, delay: Duration = .milliseconds(200)) {
      precondition(packetByteCount > 0 && delay >= .zero, "nothing would be sent")
      self.packetByteCount = packetByteCount
      self.delay = delay
    }

    /// 16 KiB every fifth of a second: what a slow mobile network carries.
    public static let suggested = Throttle()
  }
}
