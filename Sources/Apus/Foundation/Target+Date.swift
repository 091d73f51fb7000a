public import ApusHTTP
internal import ApusSerialization
public import FoundationEssentials

extension HTTP.Target.StringInterpolation {
  /// Adds a date in ISO 8601, as a query has it: `2026-11-24T00:00:00Z`.
  ///
  /// A date beyond the years 0 to 9999 is added as its seconds since 1970.
  ///
  /// - Parameter date: The date, in UTC.
  public mutating func appendInterpolation(_ date: FoundationEssentials.Date) {
    let moment = JSON.Moment(date)
    appendInterpolation(moment.timestamp ?? "\(moment.seconds)")
  }
}
