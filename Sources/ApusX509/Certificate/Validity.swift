public import ApusASN1

extension X509 {
  /// The validity period of a certificate, including its first and its last second.
  ///
  ///     Validity ::= SEQUENCE {
  ///       notBefore      Time,
  ///       notAfter       Time  }
  ///
  /// RFC 5280 section 4.1.2.5.
  public struct Validity: Hashable, Sendable {
    /// The first second of the validity period.
    public let notBefore: ASN1.Time
    /// The last second of the validity period.
    public let notAfter: ASN1.Time

    /// Creates a validity period between two times in seconds since the epoch, in the years 0 to
    /// 9999.
    ///
    /// - Parameters:
    ///   - notBefore: The first second of the period.
    ///   - notAfter: The last second of the period.
    public init(from notBefore: Int64, through notAfter: Int64) throws(X509Error) {
      guard ASN1.CivilTime(secondsSinceEpoch: notBefore) != nil,
        ASN1.CivilTime(secondsSinceEpoch: notAfter) != nil
      else { throw .forbidden(.yearOfFourDigits) }
      self.notBefore = ASN1.Time(secondsSinceEpoch: notBefore)
      self.notAfter = ASN1.Time(secondsSinceEpoch: notAfter)
    }

    /// Reads the two times of a validity period. If flaws are tolerated, the times can have any BER
    /// encoding.
    init(
      from reader: inout Reader, in der: Span<UInt8>, _ flaws: inout Flaws
    ) throws(X509Error) {
      var fields = try reader.readSequence(in: der)
      notBefore = try Self.readTime(from: &fields, in: der, &flaws)
      notAfter = try Self.readTime(from: &fields, in: der, &flaws)
      try flaws.noting { () throws(X509Error) in try fields.finish() }
    }

    private static func readTime(
      from fields: inout Reader, in der: Span<UInt8>, _ flaws: inout Flaws
    ) throws(X509Error) -> ASN1.Time {
      var again = fields
      do throws(X509Error) {
        return try fields.reading { (fields) throws(ASN1Error) in try fields.readTime(in: der) }
      } catch {
        try flaws.note(error)
        let element = try again.readElement(in: der)
        guard let time = ASN1.Time(tolerating: element, in: der) else { throw error }
        fields = again
        return time
      }
    }

    /// Returns a Boolean value that indicates whether a time is within the validity period.
    ///
    /// - Parameter secondsSinceEpoch: The time in seconds since the epoch.
    public func contains(_ secondsSinceEpoch: Int64) -> Bool {
      notBefore.secondsSinceEpoch <= secondsSinceEpoch
        && secondsSinceEpoch <= notAfter.secondsSinceEpoch
    }

    /// Returns a Boolean value that indicates whether a time is within the validity period.
    ///
    /// - Parameter moment: The time to compare with the validity period.
    public func contains(_ moment: UnixTime) -> Bool { contains(moment.secondsSinceEpoch) }

    /// Returns the number of whole days from a time to the end of the validity period.
    ///
    /// The number of days is 0 on the last day, and negative after the end of the validity period.
    ///
    /// - Parameter moment: The time at which the number of days is counted.
    public func daysLeft(at moment: UnixTime) -> Int {
      // The subtraction cannot overflow: a `UnixTime` has at most 10^16 seconds, and a year of four
      // digits has at most 3 * 10^11 seconds.
      let seconds = notAfter.secondsSinceEpoch - moment.secondsSinceEpoch
      return Int((seconds - (seconds < 0 ? 86_399 : 0)) / 86_400)
    }

    /// A Boolean value that indicates whether the two times have the ASN.1 type that RFC 5280
    /// requires.
    ///
    /// The required type through the year 2049 is UTCTime.
    public var isInRequiredForm: Bool {
      [notBefore, notAfter].allSatisfy {
        $0 == ASN1.Time(secondsSinceEpoch: $0.secondsSinceEpoch)
      }
    }

    /// The number of seconds of the validity period, including the first and the last second.
    public var secondCount: Int64 {
      // The subtraction cannot overflow, because the years 0 to 9999 are 3.2 * 10^11 seconds.
      notAfter.secondsSinceEpoch - notBefore.secondsSinceEpoch + 1
    }

    func write(to writer: inout DERWriter) throws(X509Error) {
      do throws(ASN1Error) {
        try writer.writeSequence { (fields) throws(ASN1Error) in
          try fields.writeTime(notBefore)
          try fields.writeTime(notAfter)
        }
      } catch {
        throw .malformed(.validity, error)
      }
    }
  }
}

extension X509.Validity: CustomStringConvertible {
  /// The two times of the period, such as `2026-01-01T00:00:00Z through 2026-12-31T23:59:59Z`.
  public var description: String { "\(notBefore) through \(notAfter)" }
}
