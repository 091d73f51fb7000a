internal import ApusASN1

extension X509 {
  /// The scope of a revocation list (CRL).
  ///
  ///     IssuingDistributionPoint ::= SEQUENCE {
  ///       distributionPoint          [0] DistributionPointName OPTIONAL,
  ///       onlyContainsUserCerts      [1] BOOLEAN DEFAULT FALSE,
  ///       onlyContainsCACerts        [2] BOOLEAN DEFAULT FALSE,
  ///       onlySomeReasons            [3] ReasonFlags OPTIONAL,
  ///       indirectCRL                [4] BOOLEAN DEFAULT FALSE,
  ///       onlyContainsAttributeCerts [5] BOOLEAN DEFAULT FALSE }
  ///
  /// RFC 5280 section 5.2.5: a list can be limited to at most one kind of certificates, and an
  /// empty sequence must not be issued.
  public struct IssuingDistributionPoint: Hashable, Sendable {
    /// The only kind of certificates that a revocation list (CRL) includes.
    public enum Kind: UInt32, Hashable, Sendable, CaseIterable {
      /// The revocation list includes only the certificates of end entities.
      case endEntities = 1
      /// The revocation list includes only the certificates of authorities.
      case authorities = 2
      /// The revocation list includes only attribute certificates, which are not supported.
      case attributes = 5
    }

    /// The location of the revocation list.
    /// The revocation list only includes certificates that name the location.
    public let name: DistributionPoint.PointName?
    /// The only kind of certificates that the revocation list includes, or `nil` for all kinds.
    public let kind: Kind?
    /// The revocation reasons that the revocation list covers, or `nil` for all reasons.
    public let reasons: DistributionPoint.Reasons?
    /// A Boolean value that indicates whether the revocation list can include certificates of other
    /// issuers.
    public let isIndirect: Bool

    /// Creates the scope of a revocation list from a location, a kind of certificates and
    /// revocation reasons.
    ///
    /// A reader rejects an issuing distribution point without any limit.
    ///
    /// - Parameters:
    ///   - name: The location of the revocation list, or `nil` for no limit.
    ///   - kind: The kind of certificates, or `nil` for all kinds.
    ///   - reasons: The revocation reasons that the list covers, or `nil` for all reasons.
    ///   - isIndirect: A Boolean value that indicates whether entries can name another issuer.
    public init(
      _ name: DistributionPoint.PointName? = nil, kind: Kind? = nil,
      reasons: DistributionPoint.Reasons? = nil, isIndirect: Bool = false
    ) {
      self.name = name
      self.kind = kind
      self.reasons = reasons
      self.isIndirect = isIndirect
    }

    /// Reads the scope that fills a range of the bytes.
    init(reading value: Range<Int>, in der: Span<UInt8>) throws(X509Error) {
      var whole = Reader(DERReader(value), .issuingDistributionPoint)
      var fields = try whole.readSequence(in: der)
      try whole.finish()
      guard !fields.isAtEnd else { throw fields.broken(.pointLimitsList, at: value.lowerBound) }
      if var choice = try fields.readOptionalExplicit(0, in: der) {
        name = try DistributionPoint.PointName(from: &choice, in: der)
        try choice.finish()
      } else {
        name = nil
      }
      var kinds: [Kind] = []
      if try Self.readFlag(1, from: &fields, in: der) { kinds.append(.endEntities) }
      if try Self.readFlag(2, from: &fields, in: der) { kinds.append(.authorities) }
      reasons =
        fields.isNext(.context(3), in: der)
        ? DistributionPoint.Reasons(
          rawValue: try fields.readNamedBits(tagged: .context(3), in: der)) : nil
      isIndirect = try Self.readFlag(4, from: &fields, in: der)
      if try Self.readFlag(5, from: &fields, in: der) { kinds.append(.attributes) }
      try fields.finish()
      guard kinds.count <= 1 else {
        throw fields.broken(.oneKindOfCertificates, at: value.lowerBound)
      }
      kind = kinds.first
    }

    private static func readFlag(
      _ number: UInt32, from fields: inout Reader, in der: Span<UInt8>
    ) throws(X509Error) -> Bool {
      try fields.reading { (fields) throws(ASN1Error) in
        try fields.readBoolean(default: false, tagged: .context(number), in: der)
      }
    }

    /// The scope of the revocation list as DER.
    public var der: [UInt8] {
      var writer = DERWriter()
      writer.writeSequence { fields in
        if let name { fields.writeExplicit(0) { name.write(to: &$0) } }
        for one in [Kind.endEntities, .authorities] where one == kind {
          fields.writeBoolean(true, tagged: .context(one.rawValue))
        }
        if let reasons { fields.writeNamedBits(reasons.rawValue, tagged: .context(3)) }
        fields.writeBoolean(isIndirect, default: false, tagged: .context(4))
        fields.writeBoolean(kind == .attributes, default: false, tagged: .context(5))
      }
      return writer.bytes
    }
  }
}
