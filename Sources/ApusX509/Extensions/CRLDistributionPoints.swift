public import ApusASN1

extension X509 {
  /// The locations of the revocation lists (CRLs) for a certificate.
  ///
  ///     CRLDistributionPoints ::= SEQUENCE SIZE (1..MAX) OF DistributionPoint
  ///
  /// RFC 5280 section 4.2.1.13.
  public struct CRLDistributionPoints: ExtensionValue {
    /// The distribution points of the revocation lists (CRLs).
    /// A certificate with the extension usually has at least one distribution point.
    public let points: [DistributionPoint]

    /// Creates the CRL distribution points extension from distribution points.
    ///
    /// - Parameter points: The locations of revocation lists, at least one.
    public init(_ points: [DistributionPoint]) throws(X509Error) {
      self.points = try DistributionPoint.checked(points, for: Self.kind)
    }

    public static var kind: Extension.Kind { .crlDistributionPoints }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      points = try DistributionPoint.readList(from: &reader, in: der)
    }

    public func write(to writer: inout DERWriter) {
      DistributionPoint.writeList(points, to: &writer)
    }
  }

  /// The locations of the delta CRLs, which list the changes since the last complete revocation
  /// list.
  ///
  ///     FreshestCRL ::= CRLDistributionPoints
  ///
  /// RFC 5280 section 4.2.1.15.
  public struct FreshestCRL: ExtensionValue {
    /// The distribution points of the delta CRLs.
    /// A certificate with the extension usually has at least one distribution point.
    public let points: [DistributionPoint]

    /// Creates the freshest CRL extension from distribution points.
    ///
    /// - Parameter points: The locations of delta CRLs, at least one.
    public init(_ points: [DistributionPoint]) throws(X509Error) {
      self.points = try DistributionPoint.checked(points, for: Self.kind)
    }

    public static var kind: Extension.Kind { .freshestCRL }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      points = try DistributionPoint.readList(from: &reader, in: der)
    }

    public func write(to writer: inout DERWriter) {
      DistributionPoint.writeList(points, to: &writer)
    }
  }
}
