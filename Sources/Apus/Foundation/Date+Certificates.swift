public import ApusASN1
public import ApusX509
public import FoundationEssentials

extension UnixTime {
  /// The time of this machine's clock.
  public static var now: UnixTime { UnixTime(Date()) }

  /// Makes the time at which a path is judged of a date, in whole seconds.
  ///
  /// A date that no certificate can have is the first or the last moment that there is.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.init(secondsSinceEpoch: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max))
  }
}

extension Date {
  /// Makes a date of a moment at which a path is judged.
  public init(_ moment: UnixTime) {
    self.init(timeIntervalSince1970: Double(moment.secondsSinceEpoch))
  }
}

extension X509.Validity {
  /// The first date at which the certificate is valid.
  public var begin: Date { Date(timeIntervalSince1970: Double(notBefore.secondsSinceEpoch)) }

  /// The last date at which the certificate is valid.
  public var end: Date { Date(timeIntervalSince1970: Double(notAfter.secondsSinceEpoch)) }

  /// Returns how many whole days are left until the certificate expires; below zero once it has.
  public func daysLeft(at date: Date = Date()) -> Int {
    let days = (end.timeIntervalSince(date) / 86_400).rounded(.down)
    return Int(exactly: days) ?? (days < 0 ? .min : .max)
  }
}
