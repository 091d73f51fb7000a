internal import ApusBytes

/// An error of a response serializer, with a primary cause and any further causes.
public struct ResponseSerializationError: Error, Equatable, Sendable {
  /// A single cause of a response error, such as an unacceptable status.
  public enum Cause: Equatable, Sendable {
    /// The status of the response is not accepted. The phrase is the standard reason phrase of the
    /// status.
    case status(Int, phrase: String)
    /// The media type of the response is missing or not accepted.
    case mediaType(String?, accepted: [String])
    /// The content of the response is not valid JSON.
    case json(JSON.ParsingError)
    /// The JSON content of the response could not be decoded as the requested type.
    case value(JSON.DecodingError)
    /// The content of the response is not valid XML.
    case xml(XML.ParsingError)
    /// The serializer returned a value of a type other than the requested type.
    case anotherType(String, wanted: String)
    /// The content of the response is not valid text in its charset, or the charset is unknown.
    case text(charset: String)
    /// A custom serializer threw an error.
    case other(String)
  }

  /// The causes of the response error, beginning with the primary cause.
  public let causes: [Cause]

  /// Creates a response error from a primary cause and further causes.
  ///
  /// - Parameters:
  ///   - primary: The primary cause, which a caller usually handles.
  ///   - underlying: The further causes in the order of discovery.
  public init(_ primary: Cause, underlying: [Cause] = []) {
    causes = [primary] + underlying
  }

  /// The primary cause of the response error.
  public var primary: Cause { causes.first ?? .other("") }

  /// The response error without its primary cause; `nil` if no further cause exists.
  public var underlying: ResponseSerializationError? {
    guard let next = causes.dropFirst().first else { return nil }
    return ResponseSerializationError(next, underlying: Array(causes.dropFirst(2)))
  }

  /// A Boolean value that indicates whether any cause of the error is an unacceptable media type.
  public var concernsMediaType: Bool {
    causes.contains { if case .mediaType = $0 { true } else { false } }
  }

  /// Returns the response error with an additional last cause.
  func adding(_ cause: Cause) -> ResponseSerializationError {
    ResponseSerializationError(primary, underlying: causes.dropFirst() + [cause])
  }

  /// The equivalent error number of Apple's URL loading system.
  ///
  /// The number is -1011 for a bad response, -1016 for content that cannot be decoded, and -1017
  /// for content that cannot be parsed.
  public var number: Int {
    switch primary {
    case .status: -1011
    case .mediaType: -1016
    case .json, .value, .xml, .anotherType, .text, .other: -1017
    }
  }
}

extension ResponseSerializationError: CustomStringConvertible {
  /// The description of the primary cause, followed by the further causes in brackets.
  public var description: String {
    let rest = causes.dropFirst().map(\.description)
    return rest.isEmpty
      ? primary.description : "\(primary) (\(rest.joined(separator: "; ")))"
  }
}

extension ResponseSerializationError.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .status(let code, let phrase):
      "the request failed: \(phrase.isEmpty ? "unknown status" : phrase) (\(code))"
    case .mediaType(let type, let accepted):
      "the request failed: unacceptable content type: "
        + "\(type.map { ForeignText.escaped($0.utf8) } ?? "none"); "
        + "accepted: \(accepted.joined(separator: ", "))"
    case .json(let error): "the content of the response is not valid JSON: \(error)"
    case .value(let error):
      if case .malformed(let error) = error.cause {
        "the content of the response is not valid JSON: \(error)"
      } else {
        "the content of the response does not match the requested type: \(error)"
      }
    case .xml(let error): "the content of the response is not valid XML: \(error)"
    case .anotherType(let type, let wanted):
      "the response was decoded as \(type) instead of the requested type \(wanted)"
    case .text(let charset):
      "the content of the response is not text in the charset "
        + "\(ForeignText.escaped(charset.utf8, limit: 64))"
    case .other(let words): ForeignText.escaped(words.utf8)
    }
  }
}
