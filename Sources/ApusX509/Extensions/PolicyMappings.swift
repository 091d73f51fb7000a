public import ApusASN1

extension X509 {
  /// Which policies of the issuer and of the subject are equal.
  ///
  ///     PolicyMappings ::= SEQUENCE SIZE (1..MAX) OF SEQUENCE {
  ///       issuerDomainPolicy      CertPolicyId,
  ///       subjectDomainPolicy     CertPolicyId }
  ///
  /// RFC 5280 section 4.2.1.5: neither may be anyPolicy.
  public struct PolicyMappings: ExtensionValue {
    /// How many mappings there may be.
    public static let limit = 256

    /// A policy of the issuer and the subject's name for it.
    public struct Mapping: Hashable, Sendable {
      /// The policy as the issuer calls it.
      public let issuerPolicy: OID
      /// The policy as the subject calls it.
      public let subjectPolicy: OID

      /// Creates a policy under two names, neither of which may be anyPolicy.
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

    /// Creates the extension from mappings, of which there must be one.
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
