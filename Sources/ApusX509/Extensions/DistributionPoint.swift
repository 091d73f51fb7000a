internal import ApusASN1

extension X509 {
  /// A location of revocation lists (CRLs), with their scope and their issuer.
  ///
  ///     DistributionPoint ::= SEQUENCE {
  ///       distributionPoint       [0]     DistributionPointName OPTIONAL,
  ///       reasons                 [1]     ReasonFlags OPTIONAL,
  ///       cRLIssuer               [2]     GeneralNames OPTIONAL }
  ///
  /// RFC 5280 section 4.2.1.13: a distribution point must not consist only of reasons.
  public struct DistributionPoint: Hashable, Sendable {
    /// The location of the revocation lists, or `nil` if only the issuer is given.
    public let name: PointName?
    /// The revocation reasons that the lists cover, or `nil` if the lists cover all reasons.
    public let reasons: Reasons?
    /// The names of the revocation lists' issuer, if the certificate's issuer does not sign the
    /// lists.
    public let crlIssuer: [GeneralName]

    /// Creates a distribution point from a location, an issuer, or a location and an issuer.
    ///
    /// - Parameters:
    ///   - name: The location of the revocation list, or `nil` if only the issuer is named.
    ///   - reasons: The revocation reasons that the list covers, or `nil` for all reasons.
    ///   - crlIssuer: The signer of the revocation list, if the signer is not the certificate's
    ///     issuer.
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
      // The context tag of the distribution point name is explicit, because the name is a CHOICE.
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
  /// The location of revocation lists, as a name.
  ///
  ///     DistributionPointName ::= CHOICE {
  ///       fullName                [0]     GeneralNames,
  ///       nameRelativeToCRLIssuer [1]     RelativeDistinguishedName }
  ///
  /// RFC 5280 section 4.2.1.13.
  public enum PointName: Hashable, Sendable {
    /// Several names of the same location of a revocation list, usually only one URI.
    case full([X509.GeneralName])
    /// A relative distinguished name below the name of the revocation list's issuer.
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

  /// A set of revocation reasons. Bit 0 of the raw value is bit 0 of the ASN.1 BIT STRING.
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
    /// The bits of the revocation reasons.
    public let rawValue: UInt64
    /// Creates a set of revocation reasons from bits.
    ///
    /// - Parameter rawValue: The bits, each of which is one revocation reason.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The private key of the certificate is compromised.
    public static let keyCompromise = Reasons(rawValue: 2)
    /// The private key of the certificate authority is compromised.
    public static let authorityCompromise = Reasons(rawValue: 4)
    /// The subject's name or affiliation has changed.
    public static let affiliationChanged = Reasons(rawValue: 8)
    /// Another certificate has replaced the revoked certificate.
    public static let superseded = Reasons(rawValue: 16)
    /// The certificate is no longer needed.
    public static let cessationOfOperation = Reasons(rawValue: 32)
    /// The certificate is on hold, possibly temporarily.
    public static let certificateHold = Reasons(rawValue: 64)
    /// A privilege in the certificate was withdrawn.
    public static let privilegeWithdrawn = Reasons(rawValue: 128)
    /// The attribute authority is compromised.
    public static let attributeAuthorityCompromise = Reasons(rawValue: 256)
    /// All revocation reasons to which a revocation list can be limited.
    static let all = Reasons(rawValue: 0b1_1111_1110)
  }
}

extension X509.DistributionPoint {
  /// The maximum number of distribution points in a list.
  public static let listLimit = 256

  /// Reads the list of distribution points of an extension.
  ///
  ///     CRLDistributionPoints ::= SEQUENCE SIZE (1..MAX) OF DistributionPoint
  ///
  /// RFC 5280 section 4.2.1.13. Apus accepts an empty list, as other implementations do. An empty
  /// list is equivalent to a certificate without the extension.
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

  /// Throws an error if a list of distribution points is longer than the reader's limit.
  static func checked(
    _ points: [X509.DistributionPoint], for kind: X509.Extension.Kind
  ) throws(X509Error) -> [X509.DistributionPoint] {
    guard points.count <= listLimit else { throw .tooMany(.value(kind), limit: listLimit) }
    return points
  }
}
