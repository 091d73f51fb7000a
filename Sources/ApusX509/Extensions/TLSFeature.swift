public import ApusASN1

extension X509 {
  /// The TLS extensions that a server with the certificate must support.
  ///
  ///     Features ::= SEQUENCE OF INTEGER
  ///
  /// RFC 7633 section 4.1.
  public struct TLSFeature: ExtensionValue {
    /// The maximum number of TLS features in a certificate.
    public static let limit = 64

    /// The numbers of the TLS extensions that the server must support.
    public let features: [UInt16]

    /// Creates the TLS feature extension from numbers of TLS extensions.
    ///
    /// - Parameter features: The numbers of TLS extensions, such as 5 for a stapled OCSP response.
    public init(_ features: [UInt16]) throws(X509Error) {
      guard features.count <= Self.limit else {
        throw .tooMany(.value(Self.kind), limit: Self.limit)
      }
      self.features = features
    }

    public static var kind: Extension.Kind { .tlsFeature }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var list = try reader.readSequence(in: der)
      var features: [UInt16] = []
      while !list.isAtEnd {
        guard features.count < Self.limit else { throw .tooMany(reader.field, limit: Self.limit) }
        let start = list.position
        guard let feature = UInt16(exactly: try list.readInteger(in: der)) else {
          throw reader.broken(.sixteenBitFeature, at: start)
        }
        features.append(feature)
      }
      self.features = features
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { list in
        for feature in features { list.writeInteger(Int(feature)) }
      }
    }

    /// A Boolean value that indicates whether the server must staple an OCSP response.
    ///
    /// The value is `true` if the features contain the TLS extension `status_request` (5) or its
    /// second version.
    public var requiresStapledResponse: Bool { features.contains(5) || features.contains(17) }
  }
}
