/// A Foundation type whose JSON form is defined in the module `Apus`.
///
/// The conformances to this protocol are in `Apus`, the only module that imports Foundation.
/// Conformances are found at run time. Therefore they apply in every file of a program that is
/// linked with `Apus`, regardless of its imports.
package protocol FoundationType {
  /// The conversion of the Foundation type to and from JSON.
  static var jsonConversion: JSON.Conversion { get }
}

/// The Foundation types that have a JSON form, if the program contains Foundation.
///
/// The `Codable` form of these types reveals their storage, such as a date as the number of seconds
/// since 2001. Therefore the coder rejects the types in a program without `Apus`.
struct FoundationTypes: Sendable {
  static let found = FoundationTypes()

  /// A Boolean value that indicates whether the program contains no Foundation types.
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

  /// Returns the JSON conversion of a type if the type is one of the Foundation types.
  @inline(never)
  func conversion(of type: Any.Type) -> JSON.Conversion? {
    let identifier = ObjectIdentifier(type)
    return conversions.first { $0.identifier == identifier }
  }
}

extension JSON.Conversion {
  /// Creates a conversion that rejects a type in encoding and decoding. The error message contains
  /// the remedy.
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
