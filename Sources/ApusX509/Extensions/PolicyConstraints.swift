public import ApusASN1

extension X509 {
  /// The number of certificates in a path before a policy is required, and before policy mapping
  /// ends.
  ///
  ///     PolicyConstraints ::= SEQUENCE {
  ///       requireExplicitPolicy           [0] SkipCerts OPTIONAL,
  ///       inhibitPolicyMapping            [1] SkipCerts OPTIONAL }
  ///
  /// RFC 5280 section 4.2.1.11: at least one of the two fields is present.
  public struct PolicyConstraints: ExtensionValue {
    /// The number of further certificates before a policy is required, or `nil` if the extension
    /// requires no policy.
    public let requireExplicitPolicy: Int?
    /// The number of further certificates before policy mapping ends, or `nil` if the extension
    /// does not end policy mapping.
    public let inhibitPolicyMapping: Int?

    /// Creates policy constraints from at least one number of further certificates.
    ///
    /// - Parameters:
    ///   - requireExplicitPolicy: The number of certificates before a policy becomes necessary, or
    ///     `nil` for none.
    ///   - inhibitPolicyMapping: The number of certificates before policy mapping ends, or `nil`
    ///     for none.
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
  /// The number of certificates in a path before the policy anyPolicy is ignored.
  ///
  ///     InhibitAnyPolicy ::= SkipCerts
  ///     SkipCerts ::= INTEGER (0..MAX)
  ///
  /// RFC 5280 section 4.2.1.14.
  public struct InhibitAnyPolicy: ExtensionValue {
    /// The number of further certificates before the policy anyPolicy is ignored. The number is not
    /// negative.
    public let skippedCount: Int

    /// Creates the inhibit anyPolicy extension from a number of further certificates.
    ///
    /// - Parameter skippedCount: The number of certificates before anyPolicy is ignored.
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
