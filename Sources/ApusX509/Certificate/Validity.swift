public import ApusASN1

extension X509 {
  /// The validity period of a certificate, with both of its ends included.
  ///
  ///     Validity ::= SEQUENCE {
  ///       notBefore      Time,
  ///       notAfter       Time  }
  ///
  /// RFC 5280 section 4.1.2.5.
  public struct Validity: Hashable, Sendable {
    /// The first moment of the period.
    public let notBefore: ASN1.Time
    /// The last moment of the period.
    public let notAfter: ASN1.Time

    /// Creates the period between two moments in seconds since the epoch, years 0 to 9999.
    ///
    /// - Parameters:
    ///   - notBefore: The first second.
    ///   - notAfter: The last second.
    public init(from notBefore: Int64, through notAfter: Int64) throws(X509Error) {
      guard ASN1.CivilTime(secondsSinceEpoch: notBefore) != nil,
        ASN1.CivilTime(secondsSinceEpoch: notAfter) != nil
      else { throw .forbidden(.yearOfFourDigits) }
      self.notBefore = ASN1.Time(secondsSinceEpoch: notBefore)
      self.notAfter = ASN1.Time(secondsSinceEpoch: notAfter)
    }

    /// Reads both moments; if flaws are tolerated, in any form of BER.
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

    /// Returns whether a moment in seconds since the epoch is within the period.
    ///
    /// - Parameter secondsSinceEpoch: The moment, in seconds.
    public func contains(_ secondsSinceEpoch: Int64) -> Bool {
      notBefore.secondsSinceEpoch <= secondsSinceEpoch
        && secondsSinceEpoch <= notAfter.secondsSinceEpoch
    }

    /// Returns whether a moment is within the period.
    ///
    /// - Parameter moment: The moment, in seconds since the epoch.
    public func contains(_ moment: UnixTime) -> Bool { contains(moment.secondsSinceEpoch) }

    /// Returns the number of whole days from a moment to the end of the validity.
    ///
    /// On the last day it is 0, and after the end it is negative.
    ///
    /// - Parameter moment: The time at which dates are checked.
    public func daysLeft(at moment: UnixTime) -> Int {
      // Seconds of a moment are at most 10^16, and seconds of a year of four digits at most 3 *
      // 10^11.
      let seconds = notAfter.secondsSinceEpoch - moment.secondsSinceEpoch
      return Int((seconds - (seconds < 0 ? 86_399 : 0)) / 86_400)
    }

    /// A Boolean value that indicates whether both moments have the required form.
    ///
    /// The form is UTCTime through 2049.
    public var isInRequiredForm: Bool {
      [notBefore, notAfter].allSatisfy {
        $0 == ASN1.Time(secondsSinceEpoch: $0.secondsSinceEpoch)
      }
    }

    /// The number of seconds of the period, with the first and the last one.
    public var secondCount: Int64 {
      // Years 0 to 9999 are 3.2 * 10^11 seconds.
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
  /// Both moments, as in `2026-01-01T00:00:00Z through 2026-12-31T23:59:59Z`.
  public var description: String { "\(notBefore) through \(notAfter)" }
}
