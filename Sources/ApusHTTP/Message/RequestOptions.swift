extension HTTP {
  /// What one request asks of the session that sends it; nil leaves it to the session.
  public struct RequestOptions: Sendable, Hashable, Codable {
    /// How long the server may be silent: until its first byte, and between two pieces of a body.
    public var silenceTimeout: Duration?
    /// How long the whole call may take; the smaller of it and the session's own bound counts.
    public var totalTimeout: Duration?
    /// Whether redirects are followed.
    public var followsRedirects: Bool?
    /// Whether cookies go with the request, and those of its answers are kept.
    public var handlesCookies: Bool?

    /// Leaves all to the session.
    public init() {}
  }
}
