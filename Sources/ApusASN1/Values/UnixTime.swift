internal import ApusBytes

/// A point in Unix time, in whole milliseconds.
///
/// Certificates use whole seconds, and the age of a TLS ticket uses milliseconds.
public struct UnixTime: Hashable, Comparable, Sendable {
  /// The number of milliseconds since the start of 1970, which is negative for an earlier time.
  public let millisecondsSinceEpoch: Int64

  /// Creates a time from the number of milliseconds since the start of 1970.
  public init(millisecondsSinceEpoch: Int64) {
    self.millisecondsSinceEpoch = millisecondsSinceEpoch
  }

  /// Creates a time from the number of seconds since the start of 1970. A time outside the range of
  /// milliseconds is clamped.
  public init(secondsSinceEpoch: Int64) {
    let (milliseconds, isOverflow) = secondsSinceEpoch.multipliedReportingOverflow(by: 1000)
    millisecondsSinceEpoch = isOverflow ? (secondsSinceEpoch < 0 ? .min : .max) : milliseconds
  }

  /// The number of whole seconds since the start of 1970, rounded down.
  public var secondsSinceEpoch: Int64 {
    let (seconds, rest) = millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1000)
    return rest < 0 ? seconds - 1 : seconds
  }

  /// The Unix time, rounded down to a whole second.
  public var wholeSecond: UnixTime { UnixTime(secondsSinceEpoch: secondsSinceEpoch) }

  public static func < (left: UnixTime, right: UnixTime) -> Bool {
    left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
  }
}

extension UnixTime {
  /// Reads a time in the format of RFC 3339, which logs and tools use, without fractions of a
  /// second.
  ///
  ///     date-time   = full-date "T" full-time
  ///     full-date   = 4DIGIT "-" 2DIGIT "-" 2DIGIT
  ///     full-time   = 2DIGIT ":" 2DIGIT ":" 2DIGIT ["." 1*DIGIT] time-offset
  ///     time-offset = "Z" / ("+" / "-") 2DIGIT ":" 2DIGIT
  ///
  /// RFC 3339 section 5.6, without leap seconds.
  public init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= 64, let seconds = Self.parse(bytes.span) else { return nil }
    self.init(secondsSinceEpoch: seconds)
  }

  private static func parse(_ bytes: Span<UInt8>) -> Int64? {
    var at = Cursor(bytes.indices)
    guard let year = at.readDigits(4, in: bytes), at.skip(0x2d, in: bytes),
      let month = at.readDigits(2, in: bytes), at.skip(0x2d, in: bytes),
      let day = at.readDigits(2, in: bytes), at.skip(0x54, in: bytes),
      let hour = at.readDigits(2, in: bytes), at.skip(0x3a, in: bytes),
      let minute = at.readDigits(2, in: bytes), at.skip(0x3a, in: bytes),
      let second = at.readDigits(2, in: bytes),
      let civil = ASN1.CivilTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    if at.skip(0x2e, in: bytes) {
      guard !at.readWhile(in: bytes, { ByteSet.digits.contains($0) }).isEmpty else { return nil }
    }
    guard let offset = readOffset(&at, in: bytes), at.isAtEnd else { return nil }
    return civil.secondsSinceEpoch - offset
  }

  private static func readOffset(_ at: inout Cursor, in bytes: Span<UInt8>) -> Int64? {
    if at.skip(0x5a, in: bytes) { return 0 }
    let isAhead = at.skip(0x2b, in: bytes)
    guard isAhead || at.skip(0x2d, in: bytes), let hours = at.readDigits(2, in: bytes),
      at.skip(0x3a, in: bytes), let minutes = at.readDigits(2, in: bytes), hours < 24, minutes < 60
    else { return nil }
    let seconds = Int64(hours * 3600 + minutes * 60)
    return isAhead ? seconds : -seconds
  }
}

extension UnixTime: CustomStringConvertible {
  /// The time in the form `2026-11-21T19:30:00Z`, or the number of seconds if the year does not
  /// have four digits.
  public var description: String {
    ASN1.CivilTime(secondsSinceEpoch: secondsSinceEpoch)?.description ?? "\(secondsSinceEpoch) s"
  }
}
