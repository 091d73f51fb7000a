public import ApusHTTP

extension RequestParameters {
  /// The form of parameters in a query or a body, on which servers differ.
  public struct Style: Sendable, Hashable, Codable {
    /// The names of array elements.
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

    /// The form of Booleans.
    public enum Booleans: String, Sendable, Hashable, CaseIterable, Codable {
      /// `1` and `0`.
      case digits
      /// `true` and `false`.
      case words
    }

    /// The format of dates.
    public enum Dates: String, Sendable, Hashable, CaseIterable, Codable {
      /// `2026-11-21T20:15:00Z`, with a fraction if it is not zero.
      case iso8601
      /// Seconds since 1970, with a fraction if it is not zero.
      case secondsSince1970
      /// Whole milliseconds since 1970, rounded down.
      case millisecondsSince1970
    }

    /// The rules of escaping: the unescaped characters, and the form of a space.
    public enum Escaping: String, Sendable, Hashable, CaseIterable, Codable {
      /// All but letters, digits and `-._~/?` is a triplet, a space `%20`: every server reads it.
      case query
      /// As the URL Standard writes forms: all but letters, digits and `*-._`, a space `+`.
      case form
    }

    /// The names of array elements; the default is `.brackets`, and `.repeated` in `.plain`.
    public var arrays = Arrays.brackets
    /// The form of Booleans; the default is `.digits`, and `.words` in `.plain`.
    public var booleans = Booleans.digits
    /// The format of dates; the default is nil, and `.iso8601` in `.plain`.
    ///
    /// Without a format, a date is an error.
    public var dates: Dates?
    /// The rules of escaping; the default is `.query`.
    public var escaping = Escaping.query
    /// The charset whose bytes are escaped; the default is UTF-8.
    public var charset = TextCharset.utf8

    /// Creates AFNetworking's style, which is the default of a serializer on its own.
    public init() {}
  }
}

extension RequestParameters.Style {
  /// The style of a session: `tags=a&tags=b`, `true` and `false`, and dates in ISO 8601.
  ///
  /// Servers in most languages read repeated names and words without configuration.
  public static let plain: RequestParameters.Style = {
    var style = RequestParameters.Style()
    style.arrays = .repeated
    style.booleans = .words
    style.dates = .iso8601
    return style
  }()

  /// AFNetworking's style: `tags[]=a&tags[]=b`, `1` and `0`, and no format for dates.
  ///
  ///     let api = try HTTPSession(base) { $0.parameters = .afnetworking }
  ///
  /// PHP and Rails read these names as arrays. The style is the same as `RequestParameters.Style()`.
  public static let afnetworking = RequestParameters.Style()
}
