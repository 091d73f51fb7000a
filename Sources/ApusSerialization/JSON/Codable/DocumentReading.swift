/// A JSON document that is being decoded, with the options of the JSON coder.
///
/// All decoders for the values of a JSON document share this instance.
final class DocumentReading {
  let document: JSONDocument
  let coder: JSONCoder
  /// A Boolean value that indicates whether the JSON coder converts the names of the document to
  /// Swift names.
  let changesKeys: Bool
  let conversions: [JSON.Conversion]

  init(_ document: consuming JSONDocument, _ coder: JSONCoder) {
    self.document = document
    self.coder = coder
    conversions = coder.conversions
    changesKeys = if case .unchanged = coder.keys { false } else { true }
  }

  /// Converts an error that a decoded type threw to a JSON decoding error.
  func failure(_ error: any Error) -> JSON.DecodingError { document.failure(error) }

  /// Returns the name at a token index after the conversion to a Swift name.
  func name(at place: Int) -> String {
    let text = document.knownText(at: place)
    return changesKeys ? coder.keys.read(text) : text
  }
}

extension JSONTape.Kind {
  /// The type of the JSON value in the words of an error message.
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
