/// A document that is being read, with the options for its values.
///
/// Decoders are created for each value on the heap, so that they share their common state in one
/// place.
final class DocumentReading {
  let document: JSONDocument
  let coder: JSONCoder
  /// A Boolean value that indicates whether names are changed before they are compared.
  let changesKeys: Bool
  let conversions: [JSON.Conversion]

  init(_ document: consuming JSONDocument, _ coder: JSONCoder) {
    self.document = document
    self.coder = coder
    conversions = coder.conversions
    changesKeys = if case .unchanged = coder.keys { false } else { true }
  }

  /// The error for one that a type threw.
  func failure(_ error: any Error) -> JSON.DecodingError { document.failure(error) }

  /// The name at a place, as types call it.
  func name(at place: Int) -> String {
    let text = document.knownText(at: place)
    return changesKeys ? coder.keys.read(text) : text
  }
}

extension JSONTape.Kind {
  /// The kind in a sentence.
  var words: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
