internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// The time at which a path is judged, in whole seconds, as certificates count.
  public struct Moment: Hashable, Comparable, Sendable {
    /// Seconds since the start of 1970, below zero before it.
    public let secondsSinceEpoch: Int64

    /// A moment by the clock of Unix.
    public init(secondsSinceEpoch: Int64) {
      self.secondsSinceEpoch = secondsSinceEpoch
    }

    public static func < (left: Moment, right: Moment) -> Bool {
      left.secondsSinceEpoch < right.secondsSinceEpoch
    }
  }
}

extension X509.Moment {
  /// Reads a moment as logs and tools write it; what is finer than a second is cut off.
  ///
  ///     date-time   = full-date "T" full-time
  ///     full-date   = 4DIGIT "-" 2DIGIT "-" 2DIGIT
  ///     full-time   = 2DIGIT ":" 2DIGIT ":" 2DIGIT ["." 1*DIGIT] time-offset
  ///     time-offset = "Z" / ("+" / "-") 2DIGIT ":" 2DIGIT
  ///
  /// RFC 3339 section 5.6; no leap second.
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

extension X509.Moment: CustomStringConvertible {
  /// The moment as `2026-11-21T19:30:00Z`, or as seconds where no year of four digits has it.
  public var description: String {
    ASN1.CivilTime(secondsSinceEpoch: secondsSinceEpoch)?.description ?? "\(secondsSinceEpoch) s"
  }
}
