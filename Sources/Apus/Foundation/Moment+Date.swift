public import ApusFoundation
public import ApusSerialization

extension JSON.Moment {
  /// Creates a JSON time from a Foundation date with the precision of the date.
  ///
  /// A date beyond the range of moments becomes the last moment, which no date strategy writes as a
  /// year.
  ///
  /// - Parameter date: The date, which may be before or after 1970.
  public init(_ date: Date) {
    self =
      JSON.Moment(secondsSinceEpoch: date.timeIntervalSince1970)
      ?? JSON.Moment(seconds: date.timeIntervalSince1970 < 0 ? .min : .max)
  }
}

extension Date {
  /// Creates a Foundation date from a JSON time with the precision of a `Double`.
  ///
  /// - Parameter moment: The moment, whose nanoseconds may be rounded.
  public init(_ moment: JSON.Moment) {
    self.init(timeIntervalSince1970: moment.secondsSinceEpoch)
  }
}

extension RequestParameters.Value {
  /// Creates a request parameter from a date, in the form of the parameter style.
  ///
  /// - Parameter date: The date, which the style writes as text or as a number.
  public static func date(_ date: Date) -> RequestParameters.Value { .moment(JSON.Moment(date)) }
}
