internal import ApusASN1

extension X509 {
  /// A relative distinguished name:
  /// one step of a distinguished name, which nearly always has only one attribute.
  ///
  ///     RelativeDistinguishedName ::=
  ///       SET SIZE (1..MAX) OF AttributeTypeAndValue
  ///
  /// RFC 5280 section 4.1.2.4.
  public struct RelativeName: Hashable, Sendable {
    /// The maximum number of attributes of a relative distinguished name.
    public static let attributeLimit = 32

    /// The attributes of the relative distinguished name in their encoded order, at least one.
    public let attributes: [Attribute]

    /// Creates a relative distinguished name with one attribute.
    ///
    /// - Parameter attribute: The only attribute of the relative distinguished name.
    public init(_ attribute: Attribute) {
      attributes = [attribute]
    }

    /// Creates a relative distinguished name with several attributes, and sorts the attributes as
    /// DER requires.
    ///
    /// - Parameter attributes: The attributes, each only once.
    public init(_ attributes: [Attribute]) throws(X509Error) {
      guard !attributes.isEmpty else { throw .forbidden(.notEmpty) }
      guard attributes.count <= Self.attributeLimit else {
        throw .tooMany(.subject, limit: Self.attributeLimit)
      }
      let sorted = attributes.map { ($0, $0.der) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }
      self.attributes = sorted.map(\.0)
    }

    /// Creates a relative distinguished name from attributes in their encoded order.
    init(asRead attributes: [Attribute]) {
      self.attributes = attributes
    }

    /// Reads the SET of attributes. An implicit tag may replace the tag of the SET.
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

    /// Reads the SET of attributes, and stores an invalid text as its DER.
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
