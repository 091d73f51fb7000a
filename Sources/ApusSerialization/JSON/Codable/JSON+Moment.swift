internal import ApusBytes

extension JSON {
  /// A date and time for use in a `Codable` type. The date strategy of the JSON coder determines
  /// the JSON form.
  ///
  /// The date and time is stored as the number of seconds since 1970 in UTC, without leap seconds.
  public struct Moment: Hashable, Sendable {
    /// The number of whole seconds since the start of 1970, rounded down.
    public let seconds: Int64
    /// The number of nanoseconds after the whole second, from 0 to 999,999,999.
    public let nanoseconds: Int32

    /// Creates a date and time from seconds and nanoseconds. The result is `nil` if the nanoseconds
    /// are outside the range from 0 to 999,999,999.
    ///
    /// - Parameters:
    ///   - seconds: The number of seconds since 1970, which is negative for earlier moments.
    ///   - nanoseconds: The number of nanoseconds after that second, from 0 to 999,999,999.
    public init?(seconds: Int64, nanoseconds: Int32) {
      guard (0..<1_000_000_000).contains(nanoseconds) else { return nil }
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }

    /// Creates a date and time from the whole number of seconds since 1970.
    ///
    /// - Parameter seconds: The number of seconds since 1970, which is negative for earlier
    ///   moments.
    public init(seconds: Int64) {
      self.seconds = seconds
      nanoseconds = 0
    }

    /// Creates a date and time from a fractional number of seconds since 1970. The result is `nil`
    /// for numbers beyond 2^63 seconds.
    ///
    /// - Parameter secondsSinceEpoch: The number of seconds since 1970 with a fraction, which is
    ///   negative for earlier moments.
    public init?(secondsSinceEpoch: Double) {
      let whole = secondsSinceEpoch.rounded(.down)
      guard let seconds = Int64(exactly: whole) else { return nil }
      let nanoseconds = Int32(((secondsSinceEpoch - whole) * 1e9).rounded())
      let carries = nanoseconds == 1_000_000_000
      guard !carries || seconds < .max else { return nil }
      self.seconds = carries ? seconds + 1 : seconds
      self.nanoseconds = carries ? 0 : nanoseconds
    }

    /// The fractional number of seconds since 1970, rounded to the nearest `Double`.
    public var secondsSinceEpoch: Double {
      guard seconds < 0, nanoseconds > 0 else { return Double(seconds) + Double(nanoseconds) / 1e9 }
      // For negative numbers, the fraction is subtracted from the next second, because the smaller
      // magnitude preserves more digits.
      return Double(seconds + 1) - Double(1_000_000_000 - nanoseconds) / 1e9
    }
  }
}

extension JSON.Moment: Comparable {
  public static func < (left: JSON.Moment, right: JSON.Moment) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension JSON.Moment: Codable {
  public init(from decoder: any Decoder) throws {
    let moment: JSON.Moment?
    switch (decoder as? ValueDecoder)?.reading.coder.dates ?? .iso8601 {
    case .iso8601:
      let text = try Self.text(decoder)
      guard let timestamp = JSON.Moment(timestamp: text) else {
        let shown = ForeignText.escaped(text.utf8, limit: 64).debugDescription
        throw ValueDecoder.refusal("the string \(shown) is not a date in ISO 8601", by: decoder)
      }
      moment = timestamp
    case .secondsSince1970:
      moment = JSON.Moment(secondsSinceEpoch: try Self.number(decoder))
    case .millisecondsSince1970:
      moment = JSON.Moment(millisecondsSinceEpoch: try Self.number(decoder))
    case .custom(let reading, _): moment = try reading(decoder)
    }
    guard let moment else { throw ValueDecoder.refusal("the value is not a date", by: decoder) }
    self = moment
  }

  /// Decodes a date string. If the JSON value is a number, the error message contains a hint.
  private static func text(_ decoder: any Decoder) throws -> String {
    let container = try decoder.singleValueContainer()
    do {
      return try container.decode(String.self)
    } catch {
      guard (try? container.decode(Double.self)) != nil else { throw error }
      throw ValueDecoder.refusal(
        "the value is a number, but a date in ISO 8601 is expected; set the dates of "
          + "the JSONCoder, such as .secondsSince1970",
        by: decoder)
    }
  }

  private static func number(_ decoder: any Decoder) throws -> Double {
    try decoder.singleValueContainer().decode(Double.self)
  }

  public func encode(to encoder: any Encoder) throws {
    let dates = (encoder as? ValueEncoder)?.document.coder.dates ?? .iso8601
    if case .custom(_, let writing) = dates { return try writing(self, encoder) }
    var container = encoder.singleValueContainer()
    switch dates {
    case .secondsSince1970:
      if nanoseconds == 0 {
        try container.encode(seconds)
      } else {
        try container.encode(secondsSinceEpoch)
      }
    case .millisecondsSince1970:
      let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1000)
      if nanoseconds % 1_000_000 == 0, !overflows, whole <= .max - 1000 {
        try container.encode(whole + Int64(nanoseconds / 1_000_000))
      } else {
        try container.encode(Double(seconds) * 1e3 + Double(nanoseconds) / 1e6)
      }
    case .iso8601, .custom:
      guard let timestamp else {
        throw ValueEncoder.refusal(
          "the year of the date has no timestamp in ISO 8601", self, by: encoder)
      }
      try container.encode(timestamp)
    }
  }

  /// Creates a date and time from milliseconds since 1970. The computation uses whole milliseconds,
  /// so 1.001 s does not become 1.0009999 s.
  private init?(millisecondsSinceEpoch: Double) {
    let whole = millisecondsSinceEpoch.rounded(.down)
    guard let milliseconds = Int64(exactly: whole) else { return nil }
    let rest = Int64(((millisecondsSinceEpoch - whole) * 1e6).rounded())
    let (seconds, left) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let nanoseconds = left * 1_000_000 + rest
    let floor = (nanoseconds % 1_000_000_000 + 1_000_000_000) % 1_000_000_000
    self.seconds = seconds + (nanoseconds - floor) / 1_000_000_000
    self.nanoseconds = Int32(floor)
  }
}
