/// The functions that read times in the forms of BER, only for display.
///
///     UTCTime:         YYMMDDhhmm[ss](Z | (+|-)hhmm)
///     GeneralizedTime: YYYYMMDDhh[mm[ss[(.|,)f…]]](Z | (+|-)hhmm)
///
/// X.680 sections 46 and 47; RFC 5280 section 4.1.2.5 allows only one form of each type.
extension ASN1.Time {
  /// Reads a time in any BER form, to the second. The initializer returns `nil` if the element is
  /// not a time.
  ///
  /// A time without a time zone is read as UTC.
  public init?(tolerating element: ASN1.Element, in bytes: Span<UInt8>) {
    guard element.tag == .utcTime || element.tag == .generalizedTime else { return nil }
    let isGeneralized = element.tag == .generalizedTime
    var at = Cursor(element.content)
    guard let digits = at.readDigits(isGeneralized ? 4 : 2, in: bytes),
      let month = at.readDigits(2, in: bytes), let day = at.readDigits(2, in: bytes),
      let hour = at.readDigits(2, in: bytes)
    else { return nil }
    let minute = at.readDigits(2, in: bytes) ?? 0
    let second = at.readDigits(2, in: bytes) ?? 0
    if at.skip(0x2e, in: bytes) || at.skip(0x2c, in: bytes) {
      while at.readDigits(1, in: bytes) != nil {}
    }
    guard let offset = Self.offset(&at, in: bytes), at.isAtEnd,
      let time = ASN1.CivilTime(
        year: isGeneralized ? digits : digits + (digits < 50 ? 2000 : 1900), month: month,
        day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    // The subtraction cannot overflow, because the years 0 to 9999 and one day are far from the
    // limits of 64 bits. A time outside these years does not exist.
    let seconds = time.secondsSinceEpoch - offset
    guard ASN1.CivilTime(secondsSinceEpoch: seconds) != nil else { return nil }
    self.init(secondsSinceEpoch: seconds, isGeneralized: isGeneralized)
  }

  /// Returns the offset of a time from UTC, in seconds.
  private static func offset(_ at: inout Cursor, in bytes: Span<UInt8>) -> Int64? {
    if at.isAtEnd || at.skip(0x5a, in: bytes) { return 0 }
    let isAhead = at.skip(0x2b, in: bytes)
    guard isAhead || at.skip(0x2d, in: bytes), let hours = at.readDigits(2, in: bytes),
      let minutes = at.readDigits(2, in: bytes)
    else { return nil }
    let seconds = Int64(hours * 3600 + minutes * 60)
    return isAhead ? seconds : -seconds
  }
}
