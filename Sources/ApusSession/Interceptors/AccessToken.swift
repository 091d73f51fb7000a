public import ApusAuthentication
internal import ApusNet

extension HTTPSession {
  /// A bearer token and its lifetime, as an authorization server grants it.
  ///
  /// RFC 6749 section 5.1.
  public struct AccessToken: Sendable {
    /// The token.
    public var secret: Authentication.Secret
    /// The time from the fetch to the end of the token; nil if it is unknown.
    public var lifetime: Duration?

    /// Creates a token of a secret.
    ///
    /// - Parameters:
    ///   - secret: The token.
    ///   - lifetime: The time to the end of the token, the member `expires_in` of OAuth; with nil
    ///     the token is used until the server rejects it.
    public init(_ secret: Authentication.Secret, expiresIn lifetime: Duration?) {
      self.secret = secret
      self.lifetime = lifetime
    }
  }
}

extension HTTPSession.AccessToken {
  /// The maximum time before the expiry of a token in which the next one is fetched.
  private static let margin: Duration = .seconds(30)

  /// Returns the time to fetch another token, given the start of this fetch.
  func end(from start: Deadline) -> Deadline {
    guard let lifetime else { return .never }
    return start + (lifetime - min(Self.margin, max(.zero, lifetime / 10)))
  }
}
