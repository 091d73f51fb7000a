public import ApusASN1

extension X509 {
  /// Whether the subject may issue certificates, and how long a path below it may be.
  ///
  ///     BasicConstraints ::= SEQUENCE {
  ///       cA                      BOOLEAN DEFAULT FALSE,
  ///       pathLenConstraint       INTEGER (0..MAX) OPTIONAL }
  ///
  /// RFC 5280 section 4.2.1.9: a path length stands with authorities only.
  public enum BasicConstraints: ExtensionValue {
    /// No authority.
    case endEntity
    /// An authority; with at most so many authorities below it, not counting self-issued ones.
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

    /// Whether the subject is an authority.
    public var isAuthority: Bool { self != .endEntity }

    /// How long a path below the subject may be, if that is said.
    public var pathLength: Int? {
      if case .authority(let pathLength) = self { pathLength?.count } else { nil }
    }
  }
}

extension X509.BasicConstraints {
  /// How many authorities may stand below one in a path.
  public struct PathLength: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The number, zero at least.
    public let count: Int

    init(checked count: Int) { self.count = count }

    /// Creates a length, unless it is below zero.
    public init(_ count: Int) throws(X509Error) {
      guard count >= 0 else { throw .forbidden(.notNegative) }
      self.count = count
    }

    /// Creates a length.
    public init(integerLiteral count: UInt16) { self.count = Int(count) }
  }
}
