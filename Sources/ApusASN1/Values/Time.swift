extension ASN1 {
  /// A time with its ASN.1 type, which is UTCTime or GeneralizedTime.
  ///
  ///     Time ::= CHOICE { utcTime UTCTime, generalTime GeneralizedTime }
  ///
  /// RFC 5280 section 4.1.
  public struct Time: Hashable, Sendable {
    /// The number of seconds since the start of 1970, which is negative for an earlier time.
    public let secondsSinceEpoch: Int64
    /// A Boolean value that indicates whether the ASN.1 type is GeneralizedTime, in which the year
    /// has four digits.
    ///
    /// Certificates use GeneralizedTime from the year 2050 on.
    public let isGeneralized: Bool

    /// Creates a time with a given ASN.1 type.
    public init(secondsSinceEpoch: Int64, isGeneralized: Bool) {
      self.secondsSinceEpoch = secondsSinceEpoch
      self.isGeneralized = isGeneralized
    }

    /// Creates a time with the ASN.1 type that certificates require, which is UTCTime for the years
    /// 1950 to 2049.
    ///
    /// RFC 5280 section 4.1.2.5.
    public init(secondsSinceEpoch: Int64) {
      let isGeneralized = !(Time.utcRange ~= secondsSinceEpoch)
      self.init(secondsSinceEpoch: secondsSinceEpoch, isGeneralized: isGeneralized)
    }

    /// The range of UTCTime in seconds since the epoch, which is the years 1950 to 2049.
    static var utcRange: ClosedRange<Int64> { -631_152_000...2_524_607_999 }

    /// The universal tag of the time's ASN.1 type.
    var tag: Tag { isGeneralized ? .generalizedTime : .utcTime }

    /// Returns the encoded content of the time in its ASN.1 type.
    func content() throws(ASN1Error) -> [UInt8] {
      guard isGeneralized || Time.utcRange ~= secondsSinceEpoch,
        let civil = CivilTime(secondsSinceEpoch: secondsSinceEpoch)
      else { throw .timeOutOfRange(secondsSinceEpoch, tag) }
      var digits: [UInt8] = []
      func append(_ value: Int, digitCount: Int) {
        for power in [1000, 100, 10, 1].suffix(digitCount) {
          digits.append(0x30 + UInt8(truncatingIfNeeded: value / power % 10))
        }
      }
      append(civil.year, digitCount: isGeneralized ? 4 : 2)
      for value in [civil.month, civil.day, civil.hour, civil.minute, civil.second] {
        append(value, digitCount: 2)
      }
      return digits + [0x5a]
    }
  }
}

extension ASN1.Time: CustomStringConvertible {
  /// The time in the form `2049-12-31T23:59:59Z`, or the number of seconds if the year does not
  /// have four digits.
  public var description: String { "\(moment)" }

  /// The time in Unix time, without its ASN.1 type.
  public var moment: UnixTime { UnixTime(secondsSinceEpoch: secondsSinceEpoch) }
}

/// The content of UTCTime and GeneralizedTime in the forms that DER allows.
///
///     UTCTime:         YYMMDDhhmmssZ, 50 to 99 in the 1900s and 00 to 49 in the 2000s
///     GeneralizedTime: YYYYMMDDhhmmssZ
///
/// RFC 5280 section 4.1.2.5.
extension ASN1.Element {
  /// Returns the value of a UTCTime, in seconds since the epoch.
  public func utcTime(in bytes: Span<UInt8>) throws(ASN1Error) -> Int64 {
    try time(.utcTime, yearDigitCount: 2, in: bytes)
  }

  /// Returns the value of a GeneralizedTime, in seconds since the epoch.
  public func generalizedTime(in bytes: Span<UInt8>) throws(ASN1Error) -> Int64 {
    try time(.generalizedTime, yearDigitCount: 4, in: bytes)
  }

  private func time(
    _ type: ASN1.Tag, yearDigitCount: Int, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> Int64 {
    var at = Cursor(content)
    guard let digits = at.readDigits(yearDigitCount, in: bytes),
      let month = at.readDigits(2, in: bytes), let day = at.readDigits(2, in: bytes),
      let hour = at.readDigits(2, in: bytes), let minute = at.readDigits(2, in: bytes),
      let second = at.readDigits(2, in: bytes), at.skip(0x5a, in: bytes), at.isAtEnd,
      let time = ASN1.CivilTime(
        year: yearDigitCount == 4 ? digits : digits + (digits < 50 ? 2000 : 1900),
        month: month, day: day, hour: hour, minute: minute, second: second)
    else { throw .malformedTime(at: contentStart, type) }
    return time.secondsSinceEpoch
  }
}
