public import ApusHTTP

extension RequestParameters {
  /// The style of parameters in a query or a body. Servers require different styles.
  public struct Style: Sendable, Hashable, Codable {
    /// The naming of array elements in a query or form.
    public enum Arrays: String, Sendable, Hashable, CaseIterable, Codable {
      /// The elements have names with empty brackets: `tags[]=a&tags[]=b`.
      case brackets
      /// The elements have the same name: `tags=a&tags=b`.
      case repeated
      /// The elements have names with their indices: `tags[0]=a&tags[1]=b`.
      case indexed
      /// The elements are in one field with commas between them: `tags=a,b`. An array with commas
      /// cannot contain another array or an object.
      case commas
    }

    /// The text of Boolean values in a query or form.
    public enum Booleans: String, Sendable, Hashable, CaseIterable, Codable {
      /// Boolean values are written as `1` and `0`.
      case digits
      /// Boolean values are written as `true` and `false`.
      case words
    }

    /// The format of dates in a query or form.
    public enum Dates: String, Sendable, Hashable, CaseIterable, Codable {
      /// Dates are written as `2026-11-21T20:15:00Z`, with a fraction of a second if the fraction
      /// is not zero.
      case iso8601
      /// Dates are written as the number of seconds since 1970, with a fraction if the fraction is
      /// not zero.
      case secondsSince1970
      /// Dates are written as the whole number of milliseconds since 1970, rounded down.
      case millisecondsSince1970
    }

    /// The rules of percent-encoding:
    /// the characters that remain unchanged, and the form of a space.
    public enum Escaping: String, Sendable, Hashable, CaseIterable, Codable {
      /// The encoding changes all characters except letters, digits and `-._~/?`. A space becomes
      /// `%20`, which every server reads.
      case query
      /// The encoding of forms in the URL Standard: all characters except letters, digits and
      /// `*-._` are encoded, and a space becomes `+`.
      case form
    }

    /// The naming of array elements; the default is `.brackets`, and `.repeated` in `.plain`.
    public var arrays = Arrays.brackets
    /// The text of Boolean values; the default is `.digits`, and `.words` in `.plain`.
    public var booleans = Booleans.digits
    /// The format of dates; the default is nil, and `.iso8601` in `.plain`.
    ///
    /// If the style has no date format, writing a date throws an error.
    public var dates: Dates?
    /// The rules of percent-encoding; the default is `.query`.
    public var escaping = Escaping.query
    /// The charset whose bytes are percent-encoded; the default is UTF-8.
    public var charset = TextCharset.utf8

    /// Creates the style of AFNetworking, which is the default of a serializer without a session.
    public init() {}
  }
}

extension RequestParameters.Style {
  /// The default style of a session: `tags=a&tags=b`, `true` and `false`, and dates in ISO 8601.
  ///
  /// Servers in most languages read repeated names and the words `true` and `false` without
  /// configuration.
  public static let plain: RequestParameters.Style = {
    var style = RequestParameters.Style()
    style.arrays = .repeated
    style.booleans = .words
    style.dates = .iso8601
    return style
  }()

  /// The style of AFNetworking: `tags[]=a&tags[]=b`, `1` and `0`, and no date format.
  ///
  ///     let api = try HTTPSession(base) { $0.parameters = .afnetworking }
  ///
  /// PHP and Rails read names with brackets as arrays. The style equals
  /// `RequestParameters.Style()`.
  public static let afnetworking = RequestParameters.Style()
}
