public import ApusHTTP

extension RequestParameters {
  /// The format of arrays, Boolean values, dates and percent-encoding in queries and forms. Servers
  /// require different formats.
  public struct Style: Sendable, Hashable, Codable {
    /// The format of arrays in a query or form.
    public enum Arrays: String, Sendable, Hashable, CaseIterable, Codable {
      /// Each array element has the array name with empty brackets: `tags[]=a&tags[]=b`.
      case brackets
      /// Each array element has the array name: `tags=a&tags=b`.
      case repeated
      /// Each array element has the array name with its index: `tags[0]=a&tags[1]=b`.
      case indexed
      /// An array is a comma-separated list in one field: `tags=a,b`. The array cannot contain
      /// nested arrays or objects.
      case commas
    }

    /// The format of Boolean values in a query or form.
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
      /// All characters except letters, digits and `-._~/?` are percent-encoded. A space becomes
      /// `%20`, which every server decodes.
      case query
      /// All characters except letters, digits and `*-._` are percent-encoded, as in the URL
      /// Standard. A space becomes `+`.
      case form
    }

    /// The format of arrays; the default is `.brackets`, and `.repeated` in `.plain`.
    public var arrays = Arrays.brackets
    /// The format of Boolean values; the default is `.digits`, and `.words` in `.plain`.
    public var booleans = Booleans.digits
    /// The format of dates; the default is nil, and `.iso8601` in `.plain`.
    ///
    /// If the date format is `nil`, writing a date throws an error.
    public var dates: Dates?
    /// The rules of percent-encoding; the default is `.query`.
    public var escaping = Escaping.query
    /// The charset of the percent-encoded text; the default is UTF-8.
    public var charset = TextCharset.utf8

    /// Creates the parameter style of AFNetworking, which is the default of a serializer without a
    /// session.
    public init() {}
  }
}

extension RequestParameters.Style {
  /// The default parameter style of a session: `tags=a&tags=b`, `true` and `false`, and dates in
  /// ISO 8601.
  ///
  /// Most server frameworks accept repeated names and the words `true` and `false` without
  /// configuration.
  public static let plain: RequestParameters.Style = {
    var style = RequestParameters.Style()
    style.arrays = .repeated
    style.booleans = .words
    style.dates = .iso8601
    return style
  }()

  /// The parameter style of AFNetworking: `tags[]=a&tags[]=b`, `1` and `0`, and no date format.
  ///
  ///     let api = try HTTPSession(base) { $0.parameters = .afnetworking }
  ///
  /// PHP and Rails interpret names with brackets as arrays. The style equals
  /// `RequestParameters.Style()`.
  public static let afnetworking = RequestParameters.Style()
}
