public import ApusASN1
internal import ApusBytes

extension X509 {
  /// The period in which a certificate's private key may sign, which can be shorter than the
  /// certificate's validity.
  ///
  ///     PrivateKeyUsagePeriod ::= SEQUENCE {
  ///       notBefore       [0]     GeneralizedTime OPTIONAL,
  ///       notAfter        [1]     GeneralizedTime OPTIONAL }
  ///       -- either notBefore or notAfter MUST be present
  ///
  /// RFC 3280 section 4.2.1.4. RFC 5280 still lists the extension in its appendix A.2.
  public struct PrivateKeyUsagePeriod: ExtensionValue {
    /// The first second of the signing period, in seconds since the epoch, or `nil` for no start.
    public let notBefore: Int64?
    /// The last second of the signing period, in seconds since the epoch, or `nil` for no end.
    public let notAfter: Int64?

    /// Creates a signing period with a start, an end, or a start and an end, in the years 0 to
    /// 9999.
    ///
    /// - Parameters:
    ///   - notBefore: The first second of the period, or `nil` for no start.
    ///   - notAfter: The last second of the period, or `nil` for no end.
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
          // Writing the time cannot fail, because the year has four digits.
          try? fields.writeTime(time, tagged: .context(number))
        }
      }
    }
  }
}
