public import ApusASN1

extension X509 {
  /// The role of the subject, and a limit on the path below an authority.
  ///
  ///     BasicConstraints ::= SEQUENCE {
  ///       cA                      BOOLEAN DEFAULT FALSE,
  ///       pathLenConstraint       INTEGER (0..MAX) OPTIONAL }
  ///
  /// RFC 5280 section 4.2.1.9: only an authority has a path length.
  public enum BasicConstraints: ExtensionValue {
    /// Not an authority.
    case endEntity
    /// An authority, with an optional limit on authorities below it; self-issued ones do not count.
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

    /// A Boolean value that indicates whether the subject is an authority.
    public var isAuthority: Bool { self != .endEntity }

    /// The largest number of authorities below the subject, if it is limited.
    public var pathLength: Int? {
      if case .authority(let pathLength) = self { pathLength?.count } else { nil }
    }
  }
}

extension X509.BasicConstraints {
  /// The largest number of authorities below one in a path.
  public struct PathLength: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The number, which is not negative.
    public let count: Int

    init(checked count: Int) { self.count = count }

    /// Creates a length. Throws an error if it is negative.
    ///
    /// - Parameter count: The number of authorities that can follow in a path.
    public init(_ count: Int) throws(X509Error) {
      guard count >= 0 else { throw .forbidden(.notNegative) }
      self.count = count
    }

    /// Creates a length from an integer literal.
    ///
    /// - Parameter count: The number of authorities that can follow in a path.
    public init(integerLiteral count: UInt16) { self.count = Int(count) }
  }
}
