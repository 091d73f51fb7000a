public import ApusASN1
public import ApusX509
public import FoundationEssentials

extension UnixTime {
  /// The time of this machine's clock.
  public static var now: UnixTime { UnixTime(Date()) }

  /// Creates the verification time of a date, in whole seconds.
  ///
  /// A date out of the range of certificates becomes the first or the last possible time.
  ///
  /// - Parameter date: The date, of which the fraction of a second does not count.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.init(secondsSinceEpoch: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max))
  }
}

extension Date {
  /// Creates a date of a verification time.
  ///
  /// - Parameter moment: The moment, in whole seconds since 1970.
  public init(_ moment: UnixTime) {
    self.init(timeIntervalSince1970: Double(moment.secondsSinceEpoch))
  }
}

extension X509.Validity {
  /// The first date of the certificate's validity.
  public var begin: Date { Date(timeIntervalSince1970: Double(notBefore.secondsSinceEpoch)) }

  /// The last date of the certificate's validity.
  public var end: Date { Date(timeIntervalSince1970: Double(notAfter.secondsSinceEpoch)) }

  /// Returns the number of whole days until the certificate expires; it is negative after that.
  ///
  /// - Parameter date: The date to count from; the present by default.
  public func daysLeft(at date: Date = Date()) -> Int {
    let days = (end.timeIntervalSince(date) / 86_400).rounded(.down)
    return Int(exactly: days) ?? (days < 0 ? .min : .max)
  }
}
