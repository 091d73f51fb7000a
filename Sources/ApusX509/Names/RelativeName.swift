internal import ApusASN1

extension X509 {
  /// One step of a name, nearly always one attribute.
  ///
  ///     RelativeDistinguishedName ::=
  ///       SET SIZE (1..MAX) OF AttributeTypeAndValue
  ///
  /// RFC 5280 section 4.1.2.4.
  public struct RelativeName: Hashable, Sendable {
    /// The largest number of attributes of a step.
    public static let attributeLimit = 32

    /// The attributes, at least one, in their encoded order.
    public let attributes: [Attribute]

    /// Creates a step of one attribute.
    ///
    /// - Parameter attribute: The only attribute of the step.
    public init(_ attribute: Attribute) {
      attributes = [attribute]
    }

    /// Creates a step of several attributes and sorts them as DER requires.
    ///
    /// - Parameter attributes: The attributes, each once.
    public init(_ attributes: [Attribute]) throws(X509Error) {
      guard !attributes.isEmpty else { throw .forbidden(.notEmpty) }
      guard attributes.count <= Self.attributeLimit else {
        throw .tooMany(.subject, limit: Self.attributeLimit)
      }
      let sorted = attributes.map { ($0, $0.der) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }
      self.attributes = sorted.map(\.0)
    }

    /// Creates a step from attributes in their encoded order.
    init(asRead attributes: [Attribute]) {
      self.attributes = attributes
    }

    /// Reads the SET, or the value of an implicit tag for it.
    init(
      from reader: inout Reader, tagged tag: ASN1.Tag = .set, in der: Span<UInt8>
    ) throws(X509Error) {
      var attributes: [Attribute] = []
      try Name.readStep(from: &reader, tagged: tag, in: der) {
        (type, value) throws(ASN1Error) in
        attributes.append(try Attribute(type, value, in: der))
      }
      self.init(asRead: attributes)
    }

    /// Reads the SET, and keeps invalid text as its DER.
    init(tolerating reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var attributes: [Attribute] = []
      try Name.readStep(from: &reader, in: der) { (type, value) throws(ASN1Error) in
        let attribute = try? Attribute(type, value, in: der)
        attributes.append(
          attribute ?? Attribute(type, .other(der.extracting(value.range).copy())))
      }
      self.init(asRead: attributes)
    }

    func write(to writer: inout DERWriter, tagged tag: ASN1.Tag = .set) {
      writer.write(tag) { set in
        for attribute in attributes { attribute.write(to: &set) }
      }
    }
  }
}
