/// The reason why a cookie is not kept.
///
/// No case contains any part of a cookie's value, so an error may be logged.
public enum CookieError: Error, Equatable, Sendable {
  /// A prefix that a name may have only under conditions.
  public enum Prefix: String, Hashable, Sendable {
    /// Only a cookie that is `Secure` may have it.
    case secure = "__Secure-"
    /// Only a cookie that is `Secure`, of one host, and of the path `/` may have it.
    case host = "__Host-"
  }

  /// A control character other than a tab, at that byte of the name, the value or the field.
  case controlCharacter(at: Int)
  /// Neither a name nor a value.
  case empty
  /// Name and value have that many bytes where at most `limit` are allowed.
  case tooLong(count: Int, limit: Int)
  /// The name or the value has a `;`, white space at an edge, or a `=` in a name: a server would
  /// read it otherwise than it was set.
  case ambiguousPair
  /// The path does not begin with `/`, has a `;` or a control character, or is too long.
  case malformedPath
  /// The `Domain` attribute is not a host name in ASCII.
  case malformedDomain
  /// The `Domain` attribute names neither the host nor a domain above it.
  case foreignDomain
  /// The domain reaches over names of other owners, by the public suffix list.
  case publicSuffix
  /// `Secure` came over a connection that is not.
  case secureFromInsecure
  /// It would be sent before a `Secure` cookie, and is from an insecure connection.
  case shadowsSecure
  /// `SameSite=None` is set without `Secure`.
  case sameSiteNoneWithoutSecure
  /// The name, or the value of a cookie without a name, begins so and does not meet the conditions.
  case unmetPrefix(Prefix)
}

extension CookieError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .controlCharacter(let at): "byte \(at): the cookie contains a control character"
    case .empty: "the cookie has neither a name nor a value"
    case .tooLong(let count, let limit):
      "the name and the value of the cookie have \(count) bytes, but at most \(limit) "
        + "bytes are allowed"
    case .ambiguousPair:
      "the cookie would be read with another name or value, because the name or value "
        + "contains = or ; or has white space at an end"
    case .malformedPath:
      "the path of the cookie does not begin with /, is too long, or has a forbidden "
        + "character"
    case .malformedDomain: "the domain of the cookie is not a valid ASCII host name"
    case .foreignDomain:
      "the domain of the cookie is neither the host nor a parent domain of the host"
    case .publicSuffix:
      "the domain of the cookie is a public suffix, so the cookie would be sent to hosts "
        + "of other owners"
    case .secureFromInsecure: "a Secure cookie must not be set over an insecure connection"
    case .shadowsSecure:
      "a cookie from an insecure connection must not hide a Secure cookie of the same name"
    case .sameSiteNoneWithoutSecure: "a cookie with SameSite=None must be Secure"
    case .unmetPrefix(let prefix):
      "the cookie does not meet the conditions of the name prefix \(prefix.rawValue)"
    }
  }
}
