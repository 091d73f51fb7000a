public import ApusHTTP

extension HTTPSession {
  /// What a verb can be pointed at: text, or a URL of whatever type.
  ///
  /// Text is a URL or a reference to one, which the session resolves against its base.
  public protocol Target {
    /// The target as text.
    var httpTarget: String { get }
  }
}

extension String: HTTPSession.Target {
  public var httpTarget: String { self }
}

extension HTTP.URL: HTTPSession.Target {
  public var httpTarget: String { description }
}
