public import ApusHTTP

/// How parameters become fields of a query or a form, where servers differ.
public struct ParameterStyle: Sendable, Hashable, Codable {
  /// How the elements of an array are named.
  public enum Arrays: String, Sendable, Hashable, CaseIterable, Codable {
    /// `tags[]=a&tags[]=b`.
    case brackets
    /// `tags=a&tags=b`.
    case repeated
    /// `tags[0]=a&tags[1]=b`.
    case indexed
    /// `tags=a,b`, in one field; such an array can hold no other.
    case commas
  }

  /// How yes and no are written.
  public enum Booleans: String, Sendable, Hashable, CaseIterable, Codable {
    /// `1` and `0`.
    case digits
    /// `true` and `false`.
    case words
  }

  /// How a moment is written.
  public enum Dates: String, Sendable, Hashable, CaseIterable, Codable {
    /// `2026-11-21T20:15:00Z`, with a fraction where there is one.
    case iso8601
    /// Seconds since 1970, with a fraction where there is one.
    case secondsSince1970
    /// Whole milliseconds since 1970, rounded down.
    case millisecondsSince1970
  }

  /// The rules of escaping: the characters kept, and what a space becomes.
  public enum Escaping: String, Sendable, Hashable, CaseIterable, Codable {
    /// All but letters, digits and `-._~/?` is a triplet, a space `%20`: every server reads it.
    case query
    /// As the URL Standard writes forms: all but letters, digits and `*-._`, a space `+`.
    case form
  }

  /// How the elements of an array are named.
  public var arrays = Arrays.brackets
  /// How yes and no are written.
  public var booleans = Booleans.digits
  /// How a moment is written; without a way one is an error.
  public var dates: Dates?
  /// The rules of escaping.
  public var escaping = Escaping.query
  /// The charset whose bytes are escaped.
  public var charset = TextCharset.utf8

  /// Creates the default style.
  public init() {}
}
