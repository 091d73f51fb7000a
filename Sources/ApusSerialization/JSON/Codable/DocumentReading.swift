/// A document that is being decoded, with the coder's options for its values.
///
/// The decoder of each value is on the heap, so all decoders of a document share their common state
/// in this instance.
final class DocumentReading {
  let document: JSONDocument
  let coder: JSONCoder
  /// A Boolean value that indicates whether the coder converts names before comparing them.
  let changesKeys: Bool
  let conversions: [JSON.Conversion]

  init(_ document: consuming JSONDocument, _ coder: JSONCoder) {
    self.document = document
    self.coder = coder
    conversions = coder.conversions
    changesKeys = if case .unchanged = coder.keys { false } else { true }
  }

  /// Returns the decoding error for an error that a decoded type threw.
  func failure(_ error: any Error) -> JSON.DecodingError { document.failure(error) }

  /// Returns the member name at an entry after the conversion to the naming of Swift types.
  func name(at place: Int) -> String {
    let text = document.knownText(at: place)
    return changesKeys ? coder.keys.read(text) : text
  }
}

extension JSONTape.Kind {
  /// The kind of the value as words for an error message.
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
