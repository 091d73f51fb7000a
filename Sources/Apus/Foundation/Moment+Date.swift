public import ApusSerialization
public import FoundationEssentials

extension JSON.Moment {
  /// Creates the moment of a date, with the precision of the date.
  ///
  /// A date beyond all moments becomes the last one, which no strategy writes as a year.
  ///
  /// - Parameter date: The date, before or after 1970.
  public init(_ date: Date) {
    self =
      JSON.Moment(secondsSinceEpoch: date.timeIntervalSince1970)
      ?? JSON.Moment(seconds: date.timeIntervalSince1970 < 0 ? .min : .max)
  }
}

extension Date {
  /// Creates the date of a moment, with the precision of a `Double`.
  ///
  /// - Parameter moment: The moment, of which nanoseconds may be lost.
  public init(_ moment: JSON.Moment) {
    self.init(timeIntervalSince1970: moment.secondsSinceEpoch)
  }
}

extension RequestParameters.Value {
  /// Creates a parameter of a date, in the form of the style.
  ///
  /// - Parameter date: The date, which the style writes as text or as a number.
  public static func date(_ date: Date) -> RequestParameters.Value { .moment(JSON.Moment(date)) }
}
