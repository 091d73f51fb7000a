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
