public import ApusASN1

extension X509 {
  /// The limits on the names in certificates of an authority, and of every authority below it.
  ///
  ///     NameConstraints ::= SEQUENCE {
  ///       permittedSubtrees       [0]     GeneralSubtrees OPTIONAL,
  ///       excludedSubtrees        [1]     GeneralSubtrees OPTIONAL }
  ///
  ///     GeneralSubtrees ::= SEQUENCE SIZE (1..MAX) OF GeneralSubtree
  ///
  /// RFC 5280 section 4.2.1.10: name constraints have at least one subtree.
  public struct NameConstraints: ExtensionValue {
    /// The maximum number of permitted subtrees, and of excluded subtrees.
    public static let limit = GeneralName.listLimit

    /// The subtrees of permitted names. A name form without a permitted subtree is not limited.
    public let permitted: [Subtree]
    /// The subtrees of excluded names.
    public let excluded: [Subtree]

    /// Creates name constraints from at least one permitted or excluded subtree.
    ///
    /// - Parameters:
    ///   - permitted: The subtrees that names must be in; an empty list allows all names.
    ///   - excluded: The subtrees that names must not be in.
    public init(permitted: [Subtree] = [], excluded: [Subtree] = []) throws(X509Error) {
      guard !permitted.isEmpty || !excluded.isEmpty else { throw .forbidden(.notEmpty) }
      guard max(permitted.count, excluded.count) <= Self.limit else {
        throw .tooMany(.value(Self.kind), limit: Self.limit)
      }
      self.permitted = permitted
      self.excluded = excluded
    }

    public static var kind: Extension.Kind { .nameConstraints }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try reader.readList(in: der)
      permitted = try Self.readSubtrees(0, from: &fields, in: der)
      excluded = try Self.readSubtrees(1, from: &fields, in: der)
      try fields.finish()
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        Self.writeSubtrees(permitted, 0, to: &fields)
        Self.writeSubtrees(excluded, 1, to: &fields)
      }
    }

    private static func readSubtrees(
      _ number: UInt32, from reader: inout Reader, in der: Span<UInt8>
    ) throws(X509Error) -> [Subtree] {
      let tag = ASN1.Tag.context(number, isConstructed: true)
      guard reader.isNext(tag, in: der) else { return [] }
      var list = try reader.readList(tagged: tag, in: der)
      var subtrees: [Subtree] = []
      repeat {
        guard subtrees.count < limit else { throw .tooMany(reader.field, limit: limit) }
        subtrees.append(try Subtree(from: &list, in: der))
      } while !list.isAtEnd
      return subtrees
    }

    private static func writeSubtrees(
      _ subtrees: [Subtree], _ number: UInt32, to writer: inout DERWriter
    ) {
      guard !subtrees.isEmpty else { return }
      writer.writeSequence(tagged: .context(number, isConstructed: true)) { list in
        for subtree in subtrees { subtree.write(to: &list) }
      }
    }
  }
}
