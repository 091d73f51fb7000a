public import ApusFoundation
public import ApusHTTP
internal import ApusSerialization

extension ApusFoundation.URL: HTTP.TargetConvertible {
  /// The URL as the target of a request. The session resolves a relative URL against its base URL.
  public var target: HTTP.Target { .reference(absoluteString) }
}

extension ApusFoundation.URL {
  /// Creates a Foundation URL from a validated URL.
  ///
  /// - Parameter url: The validated URL, whose percent-encoding is kept.
  public init?(_ url: HTTP.URL) { self.init(string: url.description) }
}

extension HTTP.URL {
  /// Validates a Foundation URL.
  ///
  /// - Parameter url: The Foundation URL, which must be absolute and use HTTP or HTTPS.
  public init(_ url: ApusFoundation.URL) throws(HTTP.InvalidURL) {
    try self.init(url.absoluteString)
  }
}

extension HTTP.Target.StringInterpolation {
  /// Adds a date to a request target in the ISO 8601 form of queries, such as
  /// `2026-11-24T00:00:00Z`.
  ///
  /// A date outside of the years 0 to 9999 is added as its number of seconds since 1970.
  ///
  /// - Parameter date: The date, which is written in UTC.
  public mutating func appendInterpolation(_ date: ApusFoundation.Date) {
    let moment = JSON.Moment(date)
    appendInterpolation(moment.timestamp ?? "\(moment.seconds)")
  }
}
