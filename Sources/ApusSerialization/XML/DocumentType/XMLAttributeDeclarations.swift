internal import ApusBytes

/// The attribute declarations in an XML document type declaration that could change the attributes
/// of an element.
///
/// An XML processor must add the default attribute values that a document type declares. An XML
/// processor must also normalize the white space of tokenized attribute values. A short declaration
/// could therefore produce a huge number of attributes. For this reason, the parser rejects a
/// document that the declarations would change. XML 1.0 section 5.1.
struct XMLAttributeDeclarations {
  /// The declaration of a single attribute in an `ATTLIST`.
  struct Declared {
    /// The qualified attribute name in the declaration, including any prefix.
    let name: [UInt8]
    /// A Boolean value that indicates whether the attribute has a tokenized type, such as `ID`,
    /// instead of `CDATA`.
    let isTokenized: Bool
    /// A Boolean value that indicates whether the declaration contains a default value of the
    /// attribute.
    let hasDefault: Bool
  }

  private var byElement: [[UInt8]: [Declared]] = [:]

  var isEmpty: Bool { byElement.isEmpty }

  /// Adds the declaration of an XML attribute. If an attribute is declared twice, the first
  /// declaration is used. XML 1.0 section 3.3.
  mutating func add(_ declared: Declared, of element: [UInt8]) {
    guard byElement[element]?.contains(where: { $0.name == declared.name }) != true else { return }
    byElement[element, default: []].append(declared)
  }

  /// Returns the attribute declarations for an element name.
  func attributes(of element: Span<UInt8>) -> [Declared] {
    byElement.isEmpty ? [] : byElement[element.copy()] ?? []
  }
}

extension XMLAttributeDeclarations.Declared {
  /// Returns whether an attribute value is already normalized, apart from the replacement of white
  /// space by spaces.
  ///
  /// XML 1.0 section 3.3.3: a normalized tokenized value has no leading, trailing or consecutive
  /// spaces.
  func leaves(_ value: String) -> Bool {
    guard isTokenized else { return true }
    let bytes = Array(value.utf8)
    guard bytes.first != 0x20, bytes.last != 0x20 else { return false }
    return !zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
  }

  /// The qualified attribute name as a string.
  var shownName: String { String(decoding: name, as: UTF8.self) }
}
