internal import ApusASN1

extension X509 {
  /// A place of revocation lists, with their scope and issuer.
  ///
  ///     DistributionPoint ::= SEQUENCE {
  ///       distributionPoint       [0]     DistributionPointName OPTIONAL,
  ///       reasons                 [1]     ReasonFlags OPTIONAL,
  ///       cRLIssuer               [2]     GeneralNames OPTIONAL }
  ///
  /// RFC 5280 section 4.2.1.13: reasons alone are not enough.
  public struct DistributionPoint: Hashable, Sendable {
    /// The place of the lists.
    public let name: PointName?
    /// The reasons that the lists include, if not all.
    public let reasons: Reasons?
    /// The issuer of the lists, if it is not the issuer of the certificates.
    public let crlIssuer: [GeneralName]

    /// Creates a distribution point from a place, an issuer, or both.
    ///
    /// - Parameters:
    ///   - name: The place of the list; nil if only the issuer is named.
    ///   - reasons: The reasons that the list covers; nil for all.
    ///   - crlIssuer: The signer of the list, if that is not the certificate's issuer.
    public init(
      _ name: PointName?, reasons: Reasons? = nil, crlIssuer: [GeneralName] = []
    ) throws(X509Error) {
      guard name != nil || !crlIssuer.isEmpty else { throw .forbidden(.pointHasNameOrIssuer) }
      self.name = name
      self.reasons = reasons
      self.crlIssuer = crlIssuer
    }

    init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      let start = reader.position
      var fields = try reader.readSequence(in: der)
      // The tag is explicit, because a name is a choice.
      if var choice = try fields.readOptionalExplicit(0, in: der) {
        name = try PointName(from: &choice, in: der)
        try choice.finish()
      } else {
        name = nil
      }
      reasons =
        fields.isNext(.context(1), in: der)
        ? Reasons(rawValue: try fields.readNamedBits(tagged: .context(1), in: der)) : nil
      crlIssuer = try GeneralName.readOptionalList(from: &fields, tagged: 2, in: der)
      try fields.finish()
      guard name != nil || !crlIssuer.isEmpty else {
        throw reader.broken(.pointHasNameOrIssuer, at: start)
      }
    }

    func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        if let name { fields.writeExplicit(0) { name.write(to: &$0) } }
        if let reasons { fields.writeNamedBits(reasons.rawValue, tagged: .context(1)) }
        guard !crlIssuer.isEmpty else { return }
        GeneralName.writeList(crlIssuer, to: &fields, tagged: .context(2, isConstructed: true))
      }
    }
  }
}

extension X509.DistributionPoint {
  /// The place of lists, by name.
  ///
  ///     DistributionPointName ::= CHOICE {
  ///       fullName                [0]     GeneralNames,
  ///       nameRelativeToCRLIssuer [1]     RelativeDistinguishedName }
  ///
  /// RFC 5280 section 4.2.1.13.
  public enum PointName: Hashable, Sendable {
    /// Names of the same place, usually one URI.
    case full([X509.GeneralName])
    /// A step below the name of the issuer.
    case relative(X509.RelativeName)

    init(from reader: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      let relative = ASN1.Tag.context(1, isConstructed: true)
      if reader.isNext(relative, in: der) {
        self = .relative(try X509.RelativeName(from: &reader, tagged: relative, in: der))
      } else {
        self = .full(
          try X509.GeneralName.readList(
            from: &reader, tagged: .context(0, isConstructed: true), in: der))
      }
    }

    func write(to writer: inout DERWriter) {
      switch self {
      case .full(let names):
        X509.GeneralName.writeList(names, to: &writer, tagged: .context(0, isConstructed: true))
      case .relative(let step):
        step.write(to: &writer, tagged: .context(1, isConstructed: true))
      }
    }
  }

  /// The reasons for revocations; bit 0 is the bit named (0).
  ///
  ///     ReasonFlags ::= BIT STRING {
  ///       unused                  (0),
  ///       keyCompromise           (1),
  ///       cACompromise            (2),
  ///       affiliationChanged      (3),
  ///       superseded              (4),
  ///       cessationOfOperation    (5),
  ///       certificateHold         (6),
  ///       privilegeWithdrawn      (7),
  ///       aACompromise            (8) }
  ///
  /// RFC 5280 section 4.2.1.13.
  public struct Reasons: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt64
    /// Creates the reasons from bits.
    ///
    /// - Parameter rawValue: The bits; each is one reason.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The private key is compromised.
    public static let keyCompromise = Reasons(rawValue: 2)
    /// The private key of the authority is compromised.
    public static let authorityCompromise = Reasons(rawValue: 4)
    /// The subject's name or affiliation has changed.
    public static let affiliationChanged = Reasons(rawValue: 8)
    /// There is another certificate instead.
    public static let superseded = Reasons(rawValue: 16)
    /// The certificate is no longer needed.
    public static let cessationOfOperation = Reasons(rawValue: 32)
    /// The certificate is on hold, possibly temporarily.
    public static let certificateHold = Reasons(rawValue: 64)
    /// A privilege in the certificate was withdrawn.
    public static let privilegeWithdrawn = Reasons(rawValue: 128)
    /// The authority for attributes is compromised.
    public static let attributeAuthorityCompromise = Reasons(rawValue: 256)
    /// Every reason that a list can be limited to.
    static let all = Reasons(rawValue: 0b1_1111_1110)
  }
}

extension X509.DistributionPoint {
  /// The largest number of points in a list.
  public static let listLimit = 256

  /// Reads the list of points of an extension.
  ///
  ///     CRLDistributionPoints ::= SEQUENCE SIZE (1..MAX) OF DistributionPoint
  ///
  /// RFC 5280 section 4.2.1.13. An empty list is accepted, as in other implementations: it is
  /// equivalent to no extension.
  static func readList(
    from reader: inout X509.Reader, in der: Span<UInt8>
  ) throws(X509Error) -> [X509.DistributionPoint] {
    var list = try reader.readSequence(in: der)
    var points: [X509.DistributionPoint] = []
    while !list.isAtEnd {
      guard points.count < listLimit else { throw .tooMany(reader.field, limit: listLimit) }
      points.append(try X509.DistributionPoint(from: &list, in: der))
    }
    return points
  }

  static func writeList(_ points: [X509.DistributionPoint], to writer: inout DERWriter) {
    writer.writeSequence { list in
      for point in points { point.write(to: &list) }
    }
  }

  /// Throws an error if a list of points could not be read again.
  static func checked(
    _ points: [X509.DistributionPoint], for kind: X509.Extension.Kind
  ) throws(X509Error) -> [X509.DistributionPoint] {
    guard points.count <= listLimit else { throw .tooMany(.value(kind), limit: listLimit) }
    return points
  }
}
