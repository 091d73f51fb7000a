public import ApusHTTP

extension HTTPSession.Cassette {
  /// The rules for the secrets that a cassette removes from requests and responses.
  ///
  /// The text `REDACTED` replaces each secret that a rule names. A rule can name a secret in a
  /// field, cookie, query, fragment, form, part of multipart content, or JSON at any depth. The
  /// number 0 replaces a secret number in JSON. The cassette replaces the bytes of a found secret
  /// everywhere, because a server may repeat a field value in its response body. At other places, a
  /// secret of fewer than eight bytes is replaced only if no letter or digit adjoins it. A short
  /// secret that is a plain word is not replaced at other places. Cookie values, and common words
  /// such as `true` or `application`, are not replaced at other places.
  ///
  /// The cassette omits forms, multipart content and JSON that cannot be parsed, and records the
  /// reason. Text content of other types is searched for `name=value` pairs.
  ///
  /// The comparison of names ignores case and all characters except letters and digits:
  /// `X-Access-Token`, `xAccessToken` and `x_access_token` are equal.
  public struct Redaction: Sendable {
    /// The fields whose values are secrets.
    ///
    /// The default is nine fields, such as `Authorization` and `Cookie`. Values of sensitive
    /// fields, and of fields that match the rules for names, are also secrets.
    ///
    /// The cassette keeps the names of cookies and the schemes of credentials.
    public var fields: [HTTP.FieldName] = [
      .authorization, .proxyAuthorization, .cookie, .setCookie, "X-Api-Key", "X-Auth-Token",
      "Authentication-Info", "Proxy-Authentication-Info", "DPoP",
    ]
    /// The names whose values are secrets in fields, queries, fragments, forms, multipart content
    /// and JSON.
    ///
    /// The default is a list of usual names, such as `pin`.
    public var names: Set<String> = [
      "access_key_id", "auth", "auth_code", "authorization", "authorization_code", "bearer",
      "code_verifier", "cookie", "credentials", "cvc", "cvv", "device_code", "hmac",
      "id_token_hint",
      "mfa_code", "oauth_verifier", "otp", "otp_code", "passcode", "pin", "pin_code",
      "proxy_authorization", "pwd", "recovery_code", "SAMLart", "SAMLResponse", "session",
      "set_cookie", "sid", "sig", "totp", "user_code", "verification_code",
    ]
    /// The name endings that mark a value as a secret, such as `token` in `csrfToken`; digits may
    /// follow.
    ///
    /// The default is a list of usual endings, such as `password`.
    public var nameEndings: Set<String> = [
      "access_key", "access_key_id", "account_key", "api_key", "assertion", "auth_key",
      "credential", "csrf", "encryption_key", "google_access_id", "jwt",
      "passphrase",
      "passwd", "password", "password_confirmation", "password_repeat", "private_key", "secret",
      "secret_key", "session_id", "session_key", "sessid", "shared_key", "signature",
      "signing_key", "subscription_key", "token", "xsrf",
    ]
    /// The names whose values are secrets in queries, fragments, forms and multipart content, but
    /// not in JSON.
    ///
    /// The default is `code`, `key`, `pass` and `ticket`. In JSON, names such as `key` usually have
    /// another meaning.
    public var pairNames: Set<String> = ["code", "key", "pass", "ticket"]
    /// The paths of additional secrets in JSON, such as `/user/serial`.
    ///
    /// An asterisk in a path matches any name or index. The default is empty. In a name of a path,
    /// `~1` represents a slash, and `~0` represents a tilde: RFC 6901 section 3.
    public var jsonPaths: [String] = []

    /// Creates the default redaction rules.
    public init() {}

    /// The bytes that replace a secret.
    static let mark = Array("REDACTED".utf8)
  }
}
