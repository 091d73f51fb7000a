public import ApusASN1

extension X509 {
  /// For which purposes a key may be used: at least one.
  ///
  ///     ExtKeyUsageSyntax ::= SEQUENCE SIZE (1..MAX) OF KeyPurposeId
  ///     KeyPurposeId ::= OBJECT IDENTIFIER
  ///
  /// RFC 5280 section 4.2.1.12.
  public struct ExtendedKeyUsage: ExtensionValue {
    /// How many purposes there may be.
    public static let limit = 256

    /// The purposes, at least one.
    public let purposes: [OID]

    /// Creates the extension from purposes, of which there must be one.
    public init(_ purposes: [OID]) throws(X509Error) {
      guard !purposes.isEmpty else { throw .forbidden(.notEmpty) }
      guard purposes.count <= Self.limit else {
        throw .tooMany(.value(Self.kind), limit: Self.limit)
      }
      self.purposes = purposes
    }

    public static var kind: Extension.Kind { .extendedKeyUsage }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var list = try reader.readList(in: der)
      var purposes: [OID] = []
      repeat {
        guard purposes.count < Self.limit else { throw .tooMany(reader.field, limit: Self.limit) }
        purposes.append(try list.readOID(in: der))
      } while !list.isAtEnd
      self.purposes = purposes
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { list in
        for purpose in purposes { list.writeOID(purpose) }
      }
    }

    /// Returns whether that very purpose is named; anyExtendedKeyUsage is not taken for it.
    public func contains(_ purpose: OID) -> Bool { purposes.contains(purpose) }
  }
}
