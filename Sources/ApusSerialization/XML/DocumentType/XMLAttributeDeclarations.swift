internal import ApusBytes

/// The attribute declarations in a document type that could change the content of an element.
///
/// An XML processor must add the default values that the internal subset declares. A processor must
/// also normalize the white space of tokenized attribute values. A few bytes of declarations could
/// therefore produce any number of attributes. For this reason, the parser rejects a document that
/// the declarations would change. XML 1.0 section 5.1.
struct XMLAttributeDeclarations {
  /// The declaration of a single attribute.
  struct Declared {
    /// The attribute name as written, including a prefix.
    let name: [UInt8]
    /// A Boolean value that indicates whether the attribute value consists of tokens instead of
    /// text.
    let isTokenized: Bool
    /// A Boolean value that indicates whether the attribute has a default value.
    let hasDefault: Bool
  }

  private var byElement: [[UInt8]: [Declared]] = [:]

  var isEmpty: Bool { byElement.isEmpty }

  /// Adds an attribute declaration. If an attribute is declared twice, the first declaration
  /// counts. XML 1.0 section 3.3.
  mutating func add(_ declared: Declared, of element: [UInt8]) {
    guard byElement[element]?.contains(where: { $0.name == declared.name }) != true else { return }
    byElement[element, default: []].append(declared)
  }

  /// Returns the attribute declarations of an element.
  func attributes(of element: Span<UInt8>) -> [Declared] {
    byElement.isEmpty ? [] : byElement[element.copy()] ?? []
  }
}

extension XMLAttributeDeclarations.Declared {
  /// Returns whether normalization would at most replace each white-space character of an attribute
  /// value with a space.
  ///
  /// XML 1.0 section 3.3.3: a normalized value of tokens has no space at its start or end, and no
  /// two consecutive spaces.
  func leaves(_ value: String) -> Bool {
    guard isTokenized else { return true }
    let bytes = Array(value.utf8)
    guard bytes.first != 0x20, bytes.last != 0x20 else { return false }
    return !zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
  }

  /// The attribute name as text.
  var shownName: String { String(decoding: name, as: UTF8.self) }
}
