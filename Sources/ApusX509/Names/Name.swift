public import ApusASN1

extension X509 {
  /// A distinguished name, of the subject or the issuer of a certificate.
  ///
  ///     Name ::= CHOICE { -- only one possibility for now --
  ///       rdnSequence  RDNSequence }
  ///
  ///     RDNSequence ::= SEQUENCE OF RelativeDistinguishedName
  ///
  /// RFC 5280 section 4.1.2.4. `==` compares the encodings of two names, `matches` their meaning.
  public struct Name: Hashable, Sendable {
    /// The largest number of attributes of a name.
    public static let attributeLimit = 1024

    /// The steps, from the root of the tree of names downward.
    public var steps: [RelativeName]

    /// Creates a name from steps, from the root downward.
    ///
    /// - Parameter steps: The steps, such as the country first.
    public init(_ steps: [RelativeName] = []) {
      self.steps = steps
    }

    /// Creates a name from attributes, each as a separate step.
    ///
    /// - Parameter attributes: The identifiers and the texts of the attributes.
    public init(_ attributes: KeyValuePairs<OID, String>) {
      steps = attributes.map { RelativeName(Attribute($0.key, $0.value)) }
    }

    /// A Boolean value that indicates whether the name has no steps.
    public var isEmpty: Bool { steps.isEmpty }

    /// Every attribute, step after step.
    public var attributes: [Attribute] { steps.flatMap(\.attributes) }

    /// Returns the text of the last attribute of a type, the most specific one.
    ///
    /// - Parameter type: The identifier of the attribute.
    public func last(_ type: OID) -> Text? {
      attributes.last { $0.type == type }?.text
    }

    /// The last common name, if there is one.
    public var commonName: Text? { last(.commonName) }

    /// The name as DER.
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
