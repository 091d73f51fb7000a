public import ApusAuthentication
internal import ApusNet

extension HTTPSession {
  /// A bearer token and its lifetime, as an authorization server grants it.
  ///
  /// RFC 6749 section 5.1.
  public struct AccessToken: Sendable {
    /// The bearer token as a secret.
    public var secret: Authentication.Secret
    /// The time from the fetch to the expiry of the token, or `nil` if the lifetime is not known.
    public var lifetime: Duration?

    /// Creates a token from a secret and its lifetime.
    ///
    /// - Parameters:
    ///   - secret: The bearer token as a secret.
    ///   - lifetime: The time until the token expires, as in the `expires_in` value of OAuth. If
    ///     the lifetime is `nil`, the token is used until the server rejects it.
    public init(_ secret: Authentication.Secret, expiresIn lifetime: Duration?) {
      self.secret = secret
      self.lifetime = lifetime
    }
  }
}

extension HTTPSession.AccessToken {
  /// The longest time before the expiry of a token at which the interceptor fetches a new token.
  private static let margin: Duration = .seconds(30)

  /// Returns the time at which a new token must be fetched, given the start of the last fetch.
  func end(from start: Deadline) -> Deadline {
    guard let lifetime else { return .never }
    return start + (lifetime - min(Self.margin, max(.zero, lifetime / 10)))
  }
}
