internal import ApusBytes

/// The attributes that a document type declares and that could change what an element says.
///
/// A processor must add the defaults that the internal subset declares, and must take white space
/// out of values that are words. A few bytes of declarations could so make any amount of
/// attributes: a document in which they would change anything is refused instead. XML 1.0 section
/// 5.1.
struct XMLAttributeDeclarations {
  /// What is declared of one attribute.
  struct Declared {
    /// The name as it is written.
    let name: [UInt8]
    /// Whether its value is one word or several, and no text.
    let isTokenized: Bool
    /// Whether it has a value where none is written.
    let hasDefault: Bool
  }

  private var byElement: [[UInt8]: [Declared]] = [:]

  var isEmpty: Bool { byElement.isEmpty }

  /// Adds what is declared; of an attribute that is declared twice the first counts. XML 1.0
  /// section 3.3.
  mutating func add(_ declared: Declared, of element: [UInt8]) {
    guard byElement[element]?.contains(where: { $0.name == declared.name }) != true else { return }
    byElement[element, default: []].append(declared)
  }

  /// What is declared of the attributes of an element.
  func attributes(of element: Span<UInt8>) -> [Declared] {
    byElement.isEmpty ? [] : byElement[element.copy()] ?? []
  }
}

extension XMLAttributeDeclarations.Declared {
  /// Whether a value with spaces for every white space is what a processor would make of it.
  ///
  /// XML 1.0 section 3.3.3: of words no space stands at an end, nor beside another.
  func leaves(_ value: String) -> Bool {
    guard isTokenized else { return true }
    let bytes = Array(value.utf8)
    guard bytes.first != 0x20, bytes.last != 0x20 else { return false }
    return !zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
  }

  /// The name as text.
  var shownName: String { String(decoding: name, as: UTF8.self) }
}
