public import ApusHTTP
internal import ApusSerialization
public import FoundationEssentials

extension HTTP.Target.StringInterpolation {
  /// Adds a date to a request target in the ISO 8601 form of queries, such as
  /// `2026-11-24T00:00:00Z`.
  ///
  /// A date outside of the years 0 to 9999 is added as its number of seconds since 1970.
  ///
  /// - Parameter date: The date, which is written in UTC.
  public mutating func appendInterpolation(_ date: FoundationEssentials.Date) {
    let moment = JSON.Moment(date)
    appendInterpolation(moment.timestamp ?? "\(moment.seconds)")
  }
}
