/// The reason why the cookie jar or the parser rejects a cookie.
///
/// No error contains any part of a cookie's value, so a program may log the errors.
public enum CookieError: Error, Equatable, Sendable {
  /// A cookie name prefix that requires certain attributes of the cookie.
  public enum Prefix: String, Hashable, Sendable {
    /// The prefix of a cookie that must have the `Secure` attribute.
    case secure = "__Secure-"
    /// The prefix of a cookie that must have the `Secure` attribute, no `Domain` attribute and the
    /// path `/`.
    case host = "__Host-"
  }

  /// The cookie's name, value or field contains a control character other than a tab at this byte
  /// offset.
  case controlCharacter(at: Int)
  /// The cookie has neither a name nor a value.
  case empty
  /// The cookie's name and value together have more bytes than the limit.
  case tooLong(count: Int, limit: Int)
  /// A server could not separate the name and the value of the cookie correctly. The name contains
  /// `=`, or the name or the value contains `;`, or begins or ends with white space.
  case ambiguousPair
  /// The path of the cookie does not begin with `/`, contains `;` or a control character, or is too
  /// long.
  case malformedPath
  /// The `Domain` attribute is not an ASCII host name.
  case malformedDomain
  /// The `Domain` attribute names neither the server's host nor a parent domain of the host.
  case foreignDomain
  /// The domain of the cookie would include host names of other owners, according to the public
  /// suffix list.
  case publicSuffix
  /// A response over an insecure connection set the `Secure` attribute.
  case secureFromInsecure
  /// A cookie from an insecure connection would hide an existing `Secure` cookie.
  case shadowsSecure
  /// The cookie has the attribute `SameSite=None` without the attribute `Secure`.
  case sameSiteNoneWithoutSecure
  /// The cookie has a name prefix whose conditions the cookie does not meet. For a cookie without a
  /// name, the prefix is at the start of the value.
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
