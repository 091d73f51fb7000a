internal import ApusBytes

/// The attributes in a document type that could change the content of an element.
///
/// A processor must add the defaults that the internal subset declares, and must normalize white
/// space in values that are words. A few bytes of declarations could so produce any number of
/// attributes: a document that they would change is rejected instead. XML 1.0 section 5.1.
struct XMLAttributeDeclarations {
  /// The declaration of one attribute.
  struct Declared {
    /// The name as it is written.
    let name: [UInt8]
    /// A Boolean value that indicates whether its value is one word or several, and not text.
    let isTokenized: Bool
    /// A Boolean value that indicates whether it has a default value.
    let hasDefault: Bool
  }

  private var byElement: [[UInt8]: [Declared]] = [:]

  var isEmpty: Bool { byElement.isEmpty }

  /// Adds a declaration; of two for one attribute the first counts. XML 1.0 section 3.3.
  mutating func add(_ declared: Declared, of element: [UInt8]) {
    guard byElement[element]?.contains(where: { $0.name == declared.name }) != true else { return }
    byElement[element, default: []].append(declared)
  }

  /// The declarations for the attributes of an element.
  func attributes(of element: Span<UInt8>) -> [Declared] {
    byElement.isEmpty ? [] : byElement[element.copy()] ?? []
  }
}

extension XMLAttributeDeclarations.Declared {
  /// Returns whether a processor would only replace each white space of a value by a space.
  ///
  /// XML 1.0 section 3.3.3: words have no space at an end, nor two in a row.
  func leaves(_ value: String) -> Bool {
    guard isTokenized else { return true }
    let bytes = Array(value.utf8)
    guard bytes.first != 0x20, bytes.last != 0x20 else { return false }
    return !zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
  }

  /// The name as text.
  var shownName: String { String(decoding: name, as: UTF8.self) }
}
