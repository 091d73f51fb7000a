public import ApusASN1

extension X509 {
  /// The role of a certificate's subject, and the path length limit of an authority.
  ///
  ///     BasicConstraints ::= SEQUENCE {
  ///       cA                      BOOLEAN DEFAULT FALSE,
  ///       pathLenConstraint       INTEGER (0..MAX) OPTIONAL }
  ///
  /// RFC 5280 section 4.2.1.9: only a certificate authority has a path length.
  public enum BasicConstraints: ExtensionValue {
    /// A subject that is not a certificate authority.
    case endEntity
    /// A certificate authority, with an optional limit on the authorities below it. Self-issued
    /// authorities do not count toward the limit.
    case authority(pathLength: PathLength?)

    public static var kind: Extension.Kind { .basicConstraints }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try reader.readSequence(in: der)
      let isAuthority = try fields.readBoolean(default: false, in: der)
      let start = fields.position
      var pathLength: PathLength?
      if !fields.isAtEnd { pathLength = PathLength(checked: try fields.readCount(in: der)) }
      try fields.finish()
      guard isAuthority || pathLength == nil else {
        throw fields.broken(.pathLengthNeedsAuthority, at: start)
      }
      self = isAuthority ? .authority(pathLength: pathLength) : .endEntity
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        guard case .authority(let pathLength) = self else { return }
        fields.writeBoolean(true)
        if let pathLength { fields.writeInteger(pathLength.count) }
      }
    }

    /// A Boolean value that indicates whether the subject is a certificate authority.
    public var isAuthority: Bool { self != .endEntity }

    /// The maximum number of authorities below the subject, or `nil` if the number is not limited.
    public var pathLength: Int? {
      if case .authority(let pathLength) = self { pathLength?.count } else { nil }
    }
  }
}

extension X509.BasicConstraints {
  /// The maximum number of authorities below an authority in a certificate path.
  public struct PathLength: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The maximum number of authorities, which is not negative.
    public let count: Int

    init(checked count: Int) { self.count = count }

    /// Creates a path length, and throws an error if the path length is negative.
    ///
    /// - Parameter count: The number of authorities that can follow in a certificate path.
    public init(_ count: Int) throws(X509Error) {
      guard count >= 0 else { throw .forbidden(.notNegative) }
      self.count = count
    }

    /// Creates a path length from an integer literal.
    ///
    /// - Parameter count: The number of authorities that can follow in a certificate path.
    public init(integerLiteral count: UInt16) { self.count = Int(count) }
  }
}
