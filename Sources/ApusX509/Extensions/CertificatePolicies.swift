public import ApusASN1

extension X509 {
  /// The policies under which a certificate was issued.
  /// The extension has at least one policy and no duplicates.
  ///
  ///     certificatePolicies ::= SEQUENCE SIZE (1..MAX) OF PolicyInformation
  ///
  /// RFC 5280 section 4.2.1.4.
  public struct CertificatePolicies: ExtensionValue {
    /// The maximum number of policies in a certificate.
    public static let limit = 256

    /// The policies of the certificate, at least one.
    public let policies: [Policy]

    /// Creates the certificate policies extension.
    /// The initializer throws an error if the list of policies is empty or contains duplicates.
    ///
    /// - Parameter policies: The policies of the certificate, at least one and each only once.
    public init(_ policies: [Policy]) throws(X509Error) {
      guard !policies.isEmpty else { throw .forbidden(.notEmpty) }
      guard policies.count <= Self.limit else {
        throw .tooMany(.value(Self.kind), limit: Self.limit)
      }
      guard Set(policies.map(\.identifier)).count == policies.count else {
        throw .forbidden(.noDuplicates)
      }
      self.policies = policies
    }

    public static var kind: Extension.Kind { .certificatePolicies }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var list = try reader.readList(in: der)
      var policies: [Policy] = []
      repeat {
        guard policies.count < Self.limit else { throw .tooMany(reader.field, limit: Self.limit) }
        let start = list.position
        let next = try Policy(from: &list, in: der)
        // The search for duplicates compares at most 32,768 pairs of object identifiers, which is
        // half of the squared limit.
        guard !policies.contains(where: { $0.identifier == next.identifier }) else {
          throw reader.broken(.noDuplicates, at: start)
        }
        policies.append(next)
      } while !list.isAtEnd
      self.policies = policies
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { list in
        for policy in policies { policy.write(to: &list) }
      }
    }

    /// Returns a Boolean value that indicates whether the extension lists a policy. The policy
    /// anyPolicy does not match other policies.
    ///
    /// - Parameter policy: The object identifier of a policy.
    public func contains(_ policy: OID) -> Bool { policies.contains { $0.identifier == policy } }
  }
}

extension X509.CertificatePolicies {
  /// A certificate policy with its qualifiers.
  ///
  ///     PolicyInformation ::= SEQUENCE {
  ///       policyIdentifier   CertPolicyId,
  ///       policyQualifiers   SEQUENCE SIZE (1..MAX) OF PolicyQualifierInfo OPTIONAL }
  ///
  /// RFC 5280 section 4.2.1.4.
  public struct Policy: Hashable, Sendable {
    /// The maximum number of qualifiers of a certificate policy.
    public static let qualifierLimit = 64

    /// The object identifier of the certificate policy.
    public let identifier: OID
    /// The qualifiers of the certificate policy.
    public let qualifiers: [Qualifier]

    /// Creates a certificate policy, which has no qualifiers by default.
    ///
    /// - Parameters:
    ///   - identifier: The object identifier of the policy.
    ///   - qualifiers: The additional information about the policy.
    public init(_ identifier: OID, _ qualifiers: [Qualifier] = []) throws(X509Error) {
      guard qualifiers.count <= Self.qualifierLimit else {
        throw .tooMany(.value(.certificatePolicies), limit: Self.qualifierLimit)
      }
      self.identifier = identifier
      self.qualifiers = qualifiers
    }

    init(from reader: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try reader.readSequence(in: der)
      identifier = try fields.readOID(in: der)
      var qualifiers: [Qualifier] = []
      if !fields.isAtEnd {
        var list = try fields.readList(in: der)
        repeat {
          guard qualifiers.count < Self.qualifierLimit else {
            throw .tooMany(reader.field, limit: Self.qualifierLimit)
          }
          qualifiers.append(try Qualifier(from: &list, in: der))
        } while !list.isAtEnd
      }
      try fields.finish()
      self.qualifiers = qualifiers
    }

    func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        fields.writeOID(identifier)
        guard !qualifiers.isEmpty else { return }
        fields.writeSequence { list in
          for qualifier in qualifiers { qualifier.write(to: &list) }
        }
      }
    }
  }
}
