/// A type of Foundation with the JSON form that the module `Apus` defines.
///
/// Its conformances are in `Apus`, the only module that imports Foundation. They are found at run
/// time, so that they apply in every file of a program that is linked with `Apus`, with any
/// imports.
package protocol FoundationType {
  /// The conversion of the type to and from JSON.
  static var jsonConversion: JSON.Conversion { get }
}

/// The types of Foundation with a JSON form, if Foundation is in the program.
///
/// Their own `Codable` form would be their storage, such as a date as the number of seconds since
/// 2001: without `Apus` they are rejected.
struct FoundationTypes: Sendable {
  static let found = FoundationTypes()

  /// A Boolean value that indicates whether there are none.
  let isEmpty: Bool
  private let conversions: [JSON.Conversion]

  private init() {
    conversions = ["4Date", "3URL", "4Data", "7Decimal"].compactMap { name in
      guard let type = _typeByName("20FoundationEssentials\(name)V") else { return nil }
      if let known = type as? any FoundationType.Type { return known.jsonConversion }
      return JSON.Conversion(refusing: type)
    }
    isEmpty = conversions.isEmpty
  }

  /// The conversion of a type, if it is one of these.
  @inline(never)
  func conversion(of type: Any.Type) -> JSON.Conversion? {
    let identifier = ObjectIdentifier(type)
    return conversions.first { $0.identifier == identifier }
  }
}

extension JSON.Conversion {
  /// A conversion that rejects a type both ways, with a message that has the remedy.
  init(refusing type: Any.Type) {
    let words =
      "Foundation's type \(type) cannot be converted to JSON without the module Apus: "
      + "link Apus, or give the coder a conversion in `conversions`"
    self.init(identifier: ObjectIdentifier(type)) { decoder in
      throw Swift.DecodingError.dataCorrupted(
        Swift.DecodingError.Context(codingPath: decoder.codingPath, debugDescription: words))
    } write: { value, encoder in
      throw ValueEncoder.refusal(words, value, by: encoder)
    }
  }
}
