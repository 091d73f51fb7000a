public import ApusASN1

extension X509 {
  /// A distinguished name: who has a certificate, or has issued it.
  ///
  ///     Name ::= CHOICE { -- only one possibility for now --
  ///       rdnSequence  RDNSequence }
  ///
  ///     RDNSequence ::= SEQUENCE OF RelativeDistinguishedName
  ///
  /// RFC 5280 section 4.1.2.4. `==` asks whether two names are written alike, `matches` whether
  /// they name the same.
  public struct Name: Hashable, Sendable {
    /// How many attributes a name may have.
    public static let attributeLimit = 1024

    /// The steps, from the root of the tree of names downward.
    public var steps: [RelativeName]

    /// Creates a name of steps, from the root downward; of none by default.
    public init(_ steps: [RelativeName] = []) {
      self.steps = steps
    }

    /// Creates a name in which each attribute is a step of its own.
    public init(_ attributes: KeyValuePairs<OID, String>) {
      steps = attributes.map { RelativeName(Attribute($0.key, $0.value)) }
    }

    /// Whether the name has no steps.
    public var isEmpty: Bool { steps.isEmpty }

    /// Every attribute, step after step.
    public var attributes: [Attribute] { steps.flatMap(\.attributes) }

    /// Returns the text of the last attribute of a type: its most specific one.
    public func last(_ type: OID) -> Text? {
      attributes.last { $0.type == type }?.text
    }

    /// The last common name, where there is one.
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
