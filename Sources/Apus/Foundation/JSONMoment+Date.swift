public import ApusSerialization
public import FoundationEssentials

extension JSONMoment {
  /// Makes the moment of a date, to the nanosecond as far as the date knows it.
  ///
  /// A date that is no moment is the last that there is, which no strategy writes as a year.
  public init(_ date: Date) {
    self =
      JSONMoment(secondsSinceEpoch: date.timeIntervalSince1970)
      ?? JSONMoment(seconds: date.timeIntervalSince1970 < 0 ? .min : .max)
  }
}

extension Date {
  /// Makes the date of a moment, as near as a `Double` comes.
  public init(_ moment: JSONMoment) {
    self.init(timeIntervalSince1970: moment.secondsSinceEpoch)
  }
}

extension ParameterValue {
  /// Makes a parameter of a date, which is written as the style says.
  public static func date(_ date: Date) -> ParameterValue { .moment(JSONMoment(date)) }
}
