public import ApusSerialization
public import FoundationEssentials

extension JSON.Moment {
  /// Makes the moment of a date, to the nanosecond as far as the date knows it.
  ///
  /// A date that is no moment is the last that there is, which no strategy writes as a year.
  public init(_ date: Date) {
    self =
      JSON.Moment(secondsSinceEpoch: date.timeIntervalSince1970)
      ?? JSON.Moment(seconds: date.timeIntervalSince1970 < 0 ? .min : .max)
  }
}

extension Date {
  /// Makes the date of a moment, as near as a `Double` comes.
  public init(_ moment: JSON.Moment) {
    self.init(timeIntervalSince1970: moment.secondsSinceEpoch)
  }
}

extension RequestParameters.Value {
  /// Makes a parameter of a date, which is written as the style says.
  public static func date(_ date: Date) -> RequestParameters.Value { .moment(JSON.Moment(date)) }
}
