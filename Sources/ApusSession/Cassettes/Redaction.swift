public import ApusHTTP

extension HTTPSession.Cassette {
  /// The rules for the secrets that a cassette leaves out, of requests and of responses.
  ///
  /// `REDACTED` takes the place of each secret in a field, cookie, query, fragment, form, part of
  /// multipart content or JSON at any depth, if a rule names it. A number in JSON becomes 0. The
  /// same bytes are then replaced in all of the cassette, because a server may repeat in a body a
  /// value that it received in a field. Values of fewer than eight bytes are replaced elsewhere
  /// only if they are not plain words and no letter or digit is next to them; values of cookies,
  /// and common words such as `true` or `application`, are not replaced elsewhere.
  ///
  /// A form, multipart content and JSON that cannot be parsed are left out, and the recording
  /// contains the reason. Content of other types is searched for `name=value` pairs if it is text.
  ///
  /// Names are compared without regard to case, and only by their letters and digits:
  /// `X-Access-Token`, `xAccessToken` and `x_access_token` are equal.
  public struct Redaction: Sendable {
    /// The fields whose values are secrets.
    /// The default is nine fields, such as `Authorization` and `Cookie`.
    ///
    /// Sensitive fields, and fields that match the rules for names, are secrets too.
    ///
    /// The names of cookies are kept, and so are the schemes of credentials.
    public var fields: [HTTP.FieldName] = [
      .authorization, .proxyAuthorization, .cookie, .setCookie, "X-Api-Key", "X-Auth-Token",
      "Authentication-Info", "Proxy-Authentication-Info", "DPoP",
    ]
    /// The names of secrets in fields, queries, fragments, forms, multipart content and JSON.
    /// The default is a list of usual names, such as `pin`.
    public var names: Set<String> = [
      "access_key_id", "auth", "auth_code", "authorization", "authorization_code", "bearer",
      "code_verifier", "cookie", "credentials", "cvc", "cvv", "device_code", "hmac",
      "id_token_hint",
      "mfa_code", "oauth_verifier", "otp", "otp_code", "passcode", "pin", "pin_code",
      "proxy_authorization", "pwd", "recovery_code", "SAMLart", "SAMLResponse", "session",
      "set_cookie", "sid", "sig", "totp", "user_code", "verification_code",
    ]
    /// The endings of names of secrets, such as `token` for `csrfToken`; digits may follow.
    /// The default is a list of usual endings, such as `password`.
    public var nameEndings: Set<String> = [
      "access_key", "access_key_id", "account_key", "api_key", "assertion", "auth_key",
      "credential", "csrf", "encryption_key", "google_access_id", "jwt",
      "passphrase",
      "passwd", "password", "password_confirmation", "password_repeat", "private_key", "secret",
      "secret_key", "session_id", "session_key", "sessid", "shared_key", "signature",
      "signing_key", "subscription_key", "token", "xsrf",
    ]
    /// The names of secrets in queries, fragments, forms and multipart content, but not in JSON.
    /// The default is `code`, `key`, `pass` and `ticket`.
    ///
    /// In JSON they usually have another meaning.
    public var pairNames: Set<String> = ["code", "key", "pass", "ticket"]
    /// The paths of more secrets in JSON, such as `/user/serial`; a `*` matches any name or index.
    /// The default is empty.
    ///
    /// In a name `~1` represents a slash, and `~0` a tilde: RFC 6901 section 3.
    public var jsonPaths: [String] = []

    /// Creates the default rules.
    public init() {}

    /// The replacement of a secret.
    static let mark = Array("REDACTED".utf8)
  }
}
