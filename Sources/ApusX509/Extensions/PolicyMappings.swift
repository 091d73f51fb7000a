public import ApusASN1

extension X509 {
  /// The pairs of equivalent policies of a certificate's issuer and subject.
  ///
  ///     PolicyMappings ::= SEQUENCE SIZE (1..MAX) OF SEQUENCE {
  ///       issuerDomainPolicy      CertPolicyId,
  ///       subjectDomainPolicy     CertPolicyId }
  ///
  /// RFC 5280 section 4.2.1.5: neither policy of a pair may be anyPolicy.
  public struct PolicyMappings: ExtensionValue {
    /// The maximum number of policy mappings in a certificate.
    public static let limit = 256

    /// A policy of a certificate's issuer, and the subject's identifier for the same policy.
    public struct Mapping: Hashable, Sendable {
      /// The issuer's object identifier of the policy.
      public let issuerPolicy: OID
      /// The subject's object identifier of the policy.
      public let subjectPolicy: OID

      /// Creates a mapping of two policies, neither of which can be anyPolicy.
      ///
      /// - Parameters:
      ///   - issuer: The policy in the domain of the issuer.
      ///   - subject: The equivalent policy in the domain of the subject.
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

    /// The policy mappings of the certificate, at least one.
    public let mappings: [Mapping]

    /// Creates the policy mappings extension, and throws an error if the list of mappings is empty.
    ///
    /// - Parameter mappings: The policy mappings, at least one.
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
