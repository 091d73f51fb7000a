/// A Foundation type whose JSON representation is defined in the module `Apus`.
///
/// The conformances to this protocol are in `Apus`, because this module does not import Foundation.
/// The JSON coder finds the conformances at run time. Therefore the conformances apply in every
/// program that is linked with `Apus`.
package protocol FoundationType {
  /// The conversion of the Foundation type to and from JSON.
  static var jsonConversion: JSON.Conversion { get }
}

/// The conversions of Foundation types, such as `Date` and `URL`, to and from JSON.
///
/// The `Codable` form of a Foundation type depends on its storage: a date is the number of seconds
/// since 2001. Therefore the JSON coder rejects Foundation types in a program without the module
/// `Apus`.
struct FoundationTypes: Sendable {
  static let found = FoundationTypes()

  /// A Boolean value that indicates whether the program contains no Foundation types.
  let isEmpty: Bool
  private let conversions: [JSON.Conversion]

  /// The mangled names of each type: the name in FoundationEssentials, and the name in Foundation
  /// of macOS, where `Decimal` is a C type.
  private static let mangledNames = [
    ["20FoundationEssentials4DateV", "10Foundation4DateV"],
    ["20FoundationEssentials3URLV", "10Foundation3URLV"],
    ["20FoundationEssentials4DataV", "10Foundation4DataV"],
    ["20FoundationEssentials7DecimalV", "So9NSDecimala"],
  ]

  private init() {
    conversions = Self.mangledNames.compactMap { names in
      guard let type = names.lazy.compactMap({ _typeByName($0) }).first else { return nil }
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
  /// Creates a conversion that rejects a Foundation type in encoding and decoding. The error
  /// message contains a hint.
  init(refusing type: Any.Type) {
    let words =
      "the JSONCoder cannot convert Foundation's type \(type): "
      + "link Apus, or add a conversion to `conversions`"
    self.init(identifier: ObjectIdentifier(type)) { decoder in
      throw Swift.DecodingError.dataCorrupted(
        Swift.DecodingError.Context(codingPath: decoder.codingPath, debugDescription: words))
    } write: { value, encoder in
      throw ValueEncoder.refusal(words, value, by: encoder)
    }
  }
}
