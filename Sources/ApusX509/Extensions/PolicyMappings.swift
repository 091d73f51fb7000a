public import ApusASN1

extension X509 {
  /// The pairs of equal policies of the issuer and the subject.
  ///
  ///     PolicyMappings ::= SEQUENCE SIZE (1..MAX) OF SEQUENCE {
  ///       issuerDomainPolicy      CertPolicyId,
  ///       subjectDomainPolicy     CertPolicyId }
  ///
  /// RFC 5280 section 4.2.1.5: neither may be anyPolicy.
  public struct PolicyMappings: ExtensionValue {
    /// The largest number of mappings.
    public static let limit = 256

    /// A policy of the issuer and the subject's identifier for it.
    public struct Mapping: Hashable, Sendable {
      /// The issuer's identifier of the policy.
      public let issuerPolicy: OID
      /// The subject's identifier of the policy.
      public let subjectPolicy: OID

      /// Creates a mapping of two identifiers, neither of which can be anyPolicy.
      ///
      /// - Parameters:
      ///   - issuer: The policy in the domain of the issuer.
      ///   - subject: The equal policy in the domain of the subject.
      public init(issuer: OID, subject: OID) throws(X509Error) {
        guard issuer != .anyPolicy, subject != .anyPolicy else {
          throw .forbidden(.anyPolicyNotMapped)
        }
        issuerPolicy = issuer
        subjectPolicy = subject
      }

      init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
        let start = reader.position
        var fields = try reader.readSequence(in: der)
        issuerPolicy = try fields.readOID(in: der)
        subjectPolicy = try fields.readOID(in: der)
        try fields.finish()
        guard issuerPolicy != .anyPolicy, subjectPolicy != .anyPolicy else {
          throw reader.broken(.anyPolicyNotMapped, at: start)
        }
      }
    }

    /// The mappings, at least one.
    public let mappings: [Mapping]

    /// Creates the extension from mappings. Throws an error if there are none.
    ///
    /// - Parameter mappings: The mappings, at least one.
    public init(_ mappings: [Mapping]) throws(X509Error) {
      guard !mappings.isEmpty else { throw .forbidden(.notEmpty) }
      guard mappings.count <= Self.limit else {
        throw .tooMany(.value(Self.kind), limit: Self.limit)
      }
      self.mappings = mappings
    }

    public static var kind: Extension.Kind { .policyMappings }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var list = try reader.readList(in: der)
      var mappings: [Mapping] = []
      repeat {
        guard mappings.count < Self.limit else { throw .tooMany(reader.field, limit: Self.limit) }
        mappings.append(try Mapping(from: &list, in: der))
      } while !list.isAtEnd
      self.mappings = mappings
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { list in
        for mapping in mappings {
          list.writeSequence { fields in
            fields.writeOID(mapping.issuerPolicy)
            fields.writeOID(mapping.subjectPolicy)
          }
        }
      }
    }
  }
}
