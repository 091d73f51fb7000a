public import ApusASN1

extension X509 {
  /// The places of the revocation lists for the certificate.
  ///
  ///     CRLDistributionPoints ::= SEQUENCE SIZE (1..MAX) OF DistributionPoint
  ///
  /// RFC 5280 section 4.2.1.13.
  public struct CRLDistributionPoints: ExtensionValue {
    /// The points, usually at least one.
    public let points: [DistributionPoint]

    /// Creates the extension from distribution points.
    ///
    /// - Parameter points: The places of lists, at least one.
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

  /// The places of changes since the last full revocation list.
  ///
  ///     FreshestCRL ::= CRLDistributionPoints
  ///
  /// RFC 5280 section 4.2.1.15.
  public struct FreshestCRL: ExtensionValue {
    /// The points, usually at least one.
    public let points: [DistributionPoint]

    /// Creates the extension from distribution points.
    ///
    /// - Parameter points: The places of lists, at least one.
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
