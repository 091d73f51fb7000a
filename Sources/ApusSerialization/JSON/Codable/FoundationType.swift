/// A type of Foundation's, as the front door says it in JSON.
///
/// Its conformances are in `Apus`, which alone imports Foundation. They are found while the program
/// runs, so that they hold in all of a program that `Apus` is linked into, whatever a file imports.
package protocol FoundationType {
  /// How the type is read and written.
  static var jsonConversion: JSONConversion { get }
}

/// The types of Foundation's that mean something in JSON, if Foundation is in the program.
///
/// By themselves they would be written as what they happen to consist of, such as a date as a
/// number of seconds since 2001: where `Apus` is not linked they are refused.
struct FoundationTypes: Sendable {
  static let found = FoundationTypes()

  /// Whether there are none.
  let isEmpty: Bool
  private let conversions: [JSONConversion]

  private init() {
    conversions = ["4Date", "3URL", "4Data", "7Decimal"].compactMap { name in
      guard let type = _typeByName("20FoundationEssentials\(name)V") else { return nil }
      if let known = type as? any FoundationType.Type { return known.jsonConversion }
      return JSONConversion(refusing: type)
    }
    isEmpty = conversions.isEmpty
  }

  /// How a type is read and written, if it is one of these.
  @inline(never)
  func conversion(of type: Any.Type) -> JSONConversion? {
    let identifier = ObjectIdentifier(type)
    return conversions.first { $0.identifier == identifier }
  }
}

extension JSONConversion {
  /// A type that is refused both ways, with words that say what helps.
  init(refusing type: Any.Type) {
    let words =
      "Foundation's \(type) has no form in JSON here: link Apus, which has one, or give the coder "
      + "one in `conversions`"
    self.init(identifier: ObjectIdentifier(type)) { decoder in
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: words))
    } write: { value, encoder in
      throw ValueEncoder.refusal(words, value, by: encoder)
    }
  }
}
