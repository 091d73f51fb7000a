extension HTTP {
  /// What one request asks of the session that sends it; nil leaves it to the session.
  public struct RequestOptions: Sendable, Hashable, Codable {
    /// How long the server may be silent: until its first byte, and between two pieces of a body.
    public var timeout: Duration?

    /// Leaves all to the session.
    public init() {}
  }
}
