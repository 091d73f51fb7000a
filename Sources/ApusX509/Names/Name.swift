public import ApusASN1

extension X509 {
  /// The distinguished name of a certificate's subject or issuer.
  ///
  ///     Name ::= CHOICE { -- only one possibility for now --
  ///       rdnSequence  RDNSequence }
  ///
  ///     RDNSequence ::= SEQUENCE OF RelativeDistinguishedName
  ///
  /// RFC 5280 section 4.1.2.4. The operator `==` compares the encodings of two names, and `matches`
  /// compares their meanings.
  public struct Name: Hashable, Sendable {
    /// The maximum number of attributes of a distinguished name.
    public static let attributeLimit = 1024

    /// The relative distinguished names, from the root of the tree of names downward.
    public var steps: [RelativeName]

    /// Creates a distinguished name from relative distinguished names, from the root downward.
    ///
    /// - Parameter steps: The relative distinguished names, which usually begin with the country.
    public init(_ steps: [RelativeName] = []) {
      self.steps = steps
    }

    /// Creates a distinguished name from attributes, each as a separate relative distinguished
    /// name.
    ///
    /// - Parameter attributes: The object identifiers and the texts of the attributes.
    public init(_ attributes: KeyValuePairs<OID, String>) {
      steps = attributes.map { RelativeName(Attribute($0.key, $0.value)) }
    }

    /// A Boolean value that indicates whether the distinguished name has no attributes.
    public var isEmpty: Bool { steps.isEmpty }

    /// The attributes of all relative distinguished names, in their order.
    public var attributes: [Attribute] { steps.flatMap(\.attributes) }

    /// Returns the text of the last attribute of a type, which is the most specific attribute.
    ///
    /// - Parameter type: The object identifier of the attribute.
    public func last(_ type: OID) -> Text? {
      attributes.last { $0.type == type }?.text
    }

    /// The last common name of the distinguished name, or `nil` if the name has no common name.
    public var commonName: Text? { last(.commonName) }

    /// The distinguished name as DER.
    public var der: [UInt8] {
      var writer = DERWriter()
      write(to: &writer)
      return writer.bytes
    }

    func write(to writer: inout DERWriter) {
      writer.writeSequence { name in
        for step in steps { step.write(to: &name) }
      }
    }
  }
}
