public import ApusASN1
internal import ApusBytes

extension X509 {
  /// The signing period of the private key, which can be shorter than the validity.
  ///
  ///     PrivateKeyUsagePeriod ::= SEQUENCE {
  ///       notBefore       [0]     GeneralizedTime OPTIONAL,
  ///       notAfter        [1]     GeneralizedTime OPTIONAL }
  ///       -- either notBefore or notAfter MUST be present
  ///
  /// RFC 3280 section 4.2.1.4, which RFC 5280 keeps in its appendix A.2.
  public struct PrivateKeyUsagePeriod: ExtensionValue {
    /// The first moment, in seconds since the epoch.
    public let notBefore: Int64?
    /// The last moment, in seconds since the epoch.
    public let notAfter: Int64?

    /// Creates a period with at least one end, in years 0 to 9999.
    ///
    /// - Parameters:
    ///   - notBefore: The first second; nil for no start.
    ///   - notAfter: The last second; nil for no end.
    public init(from notBefore: Int64? = nil, through notAfter: Int64? = nil) throws(X509Error) {
      guard notBefore != nil || notAfter != nil else { throw .forbidden(.notEmpty) }
      for moment in [notBefore, notAfter] {
        guard let moment else { continue }
        guard ASN1.CivilTime(secondsSinceEpoch: moment) != nil else {
          throw .forbidden(.yearOfFourDigits)
        }
      }
      self.notBefore = notBefore
      self.notAfter = notAfter
    }

    public static var kind: Extension.Kind { .privateKeyUsagePeriod }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      func readMoment(_ number: UInt32, from fields: inout Reader) throws(X509Error) -> Int64? {
        guard let element = try fields.readOptional(.context(number), in: der) else { return nil }
        return try fields.content { () throws(ASN1Error) in
          try element.generalizedTime(in: der)
        }
      }
      var fields = try reader.readList(in: der)
      notBefore = try readMoment(0, from: &fields)
      notAfter = try readMoment(1, from: &fields)
      try fields.finish()
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        for (number, moment) in [(0, notBefore), (1, notAfter)] as [(UInt32, Int64?)] {
          guard let moment else { continue }
          let time = ASN1.Time(secondsSinceEpoch: moment, isGeneralized: true)
          // Never fails: the year has four digits.
          try? fields.writeTime(time, tagged: .context(number))
        }
      }
    }
  }
}
