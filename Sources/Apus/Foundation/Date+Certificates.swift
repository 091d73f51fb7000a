public import ApusASN1
public import ApusFoundation
public import ApusX509

extension Comparable where Self == UnixTime {
  /// The current time of this machine's wall clock.
  ///
  /// `ApusX509Files` also declares `UnixTime.now`. A member of an extension of a protocol has the
  /// lower rank, so a file that imports both modules uses the member of `ApusX509Files`.
  public static var now: UnixTime { UnixTime(Date()) }
}

extension UnixTime {
  /// Creates the verification time of a date in whole seconds.
  ///
  /// A date outside of the range of certificate times becomes the first or the last possible time.
  ///
  /// - Parameter date: The date, whose fraction of a second is ignored.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.init(secondsSinceEpoch: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max))
  }
}

extension Date {
  /// Creates a date from a verification time.
  ///
  /// - Parameter moment: The verification time in whole seconds since 1970.
  public init(_ moment: UnixTime) {
    self.init(timeIntervalSince1970: Double(moment.secondsSinceEpoch))
  }
}

extension X509.Validity {
  /// The start of the validity period of the certificate.
  public var begin: Date { Date(timeIntervalSince1970: Double(notBefore.secondsSinceEpoch)) }

  /// The end of the validity period of the certificate.
  public var end: Date { Date(timeIntervalSince1970: Double(notAfter.secondsSinceEpoch)) }

  /// Returns the number of whole days from now until the certificate expires.
  ///
  /// The number is negative for an expired certificate.
  public func daysLeft() -> Int { daysLeft(at: UnixTime(Date())) }
}
