public import ApusASN1

extension X509 {
  /// From where on a path must have a policy, and from where on policies are not mapped.
  ///
  ///     PolicyConstraints ::= SEQUENCE {
  ///       requireExplicitPolicy           [0] SkipCerts OPTIONAL,
  ///       inhibitPolicyMapping            [1] SkipCerts OPTIONAL }
  ///
  /// RFC 5280 section 4.2.1.11: one of the two must be there.
  public struct PolicyConstraints: ExtensionValue {
    /// After how many more certificates a policy is required, if it is.
    public let requireExplicitPolicy: Int?
    /// After how many more certificates mapping ends, if it does.
    public let inhibitPolicyMapping: Int?

    /// Constraints after so many more certificates each; one of the two at least.
    public init(
      requireExplicitPolicy: Int? = nil, inhibitPolicyMapping: Int? = nil
    ) throws(X509Error) {
      guard requireExplicitPolicy != nil || inhibitPolicyMapping != nil else {
        throw .forbidden(.notEmpty)
      }
      guard requireExplicitPolicy ?? 0 >= 0, inhibitPolicyMapping ?? 0 >= 0 else {
        throw .forbidden(.notNegative)
      }
      self.requireExplicitPolicy = requireExplicitPolicy
      self.inhibitPolicyMapping = inhibitPolicyMapping
    }

    public static var kind: Extension.Kind { .policyConstraints }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      func readOptionalCount(
        _ number: UInt32, from fields: inout Reader
      ) throws(X509Error) -> Int? {
        guard fields.isNext(.context(number), in: der) else { return nil }
        return try fields.readCount(tagged: .context(number), in: der)
      }
      var fields = try reader.readList(in: der)
      requireExplicitPolicy = try readOptionalCount(0, from: &fields)
      inhibitPolicyMapping = try readOptionalCount(1, from: &fields)
      try fields.finish()
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        if let count = requireExplicitPolicy { fields.writeInteger(count, tagged: .context(0)) }
        if let count = inhibitPolicyMapping { fields.writeInteger(count, tagged: .context(1)) }
      }
    }
  }
}

extension X509 {
  /// From where on anyPolicy means nothing.
  ///
  ///     InhibitAnyPolicy ::= SkipCerts
  ///     SkipCerts ::= INTEGER (0..MAX)
  ///
  /// RFC 5280 section 4.2.1.14.
  public struct InhibitAnyPolicy: ExtensionValue {
    /// After how many more certificates, zero at least.
    public let skippedCount: Int

    /// Creates a requirement that holds after that many more certificates.
    public init(after skippedCount: Int) throws(X509Error) {
      guard skippedCount >= 0 else { throw .forbidden(.notNegative) }
      self.skippedCount = skippedCount
    }

    public static var kind: Extension.Kind { .inhibitAnyPolicy }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      skippedCount = try reader.readCount(in: der)
    }

    public func write(to writer: inout DERWriter) {
      writer.writeInteger(skippedCount)
    }
  }
}
