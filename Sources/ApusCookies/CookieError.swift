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
    case .controlCharacter(let at): "byte \(at): a cookie has no control characters"
    case .empty: "the cookie has neither a name nor a value"
    case .tooLong(let count, let limit):
      "name and value have \(count) bytes where at most \(limit) are allowed"
    case .ambiguousPair: "the name or the value would be read otherwise than it is set"
    case .malformedPath: "the path is none that a cookie can have"
    case .malformedDomain: "the domain is not a host name in ASCII"
    case .foreignDomain: "the domain is neither the host nor above it"
    case .publicSuffix: "the domain reaches over names of other owners"
    case .secureFromInsecure: "a secure cookie came over an insecure connection"
    case .shadowsSecure:
      "it would be sent before a secure cookie, and is from an insecure connection"
    case .sameSiteNoneWithoutSecure: "SameSite=None needs Secure"
    case .unmetPrefix(let prefix): "the conditions of \(prefix.rawValue) are not met"
    }
  }
}
