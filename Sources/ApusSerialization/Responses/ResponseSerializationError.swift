internal import ApusBytes

/// An error of a response, with the other errors of the same response.
public struct ResponseSerializationError: Error, Equatable, Sendable {
  /// One thing that is wrong.
  public enum Cause: Equatable, Sendable {
    /// A status that is not accepted, with its customary words.
    case status(Int, phrase: String)
    /// A media type that is not accepted, or none.
    case mediaType(String?, accepted: [String])
    /// The content is not JSON.
    case json(JSON.ParsingError)
    /// The content did not become a value of the type.
    case value(JSON.DecodingError)
    /// The content is not XML.
    case xml(XML.ParsingError)
    /// The content became a value of one type, and another was requested.
    case anotherType(String, wanted: String)
    /// The content is not text in its charset, or the charset is unknown.
    case text(charset: String)
    /// The error of a serializer of the caller.
    case other(String)
  }

  /// All causes; the first is the primary one.
  public let causes: [Cause]

  /// Creates an error with its primary cause, and the other causes.
  ///
  /// - Parameters:
  ///   - primary: The first cause, which a caller usually handles.
  ///   - underlying: The further causes, in the order of their discovery.
  public init(_ primary: Cause, underlying: [Cause] = []) {
    causes = [primary] + underlying
  }

  /// The primary cause.
  public var primary: Cause { causes.first ?? .other("") }

  /// The error without its primary cause; nil if there is no other.
  public var underlying: ResponseSerializationError? {
    guard let next = causes.dropFirst().first else { return nil }
    return ResponseSerializationError(next, underlying: Array(causes.dropFirst(2)))
  }

  /// A Boolean value that indicates whether one cause is a media type that is not accepted.
  public var concernsMediaType: Bool {
    causes.contains { if case .mediaType = $0 { true } else { false } }
  }

  /// The error with another cause, at the end.
  func adding(_ cause: Cause) -> ResponseSerializationError {
    ResponseSerializationError(primary, underlying: causes.dropFirst() + [cause])
  }

  /// The number of the error among the URL loading errors.
  ///
  /// -1011 means a bad response, -1016 content that cannot be decoded, -1017 content that cannot be
  /// parsed.
  public var number: Int {
    switch primary {
    case .status: -1011
    case .mediaType: -1016
    case .json, .value, .xml, .anotherType, .text, .other: -1017
    }
  }
}

extension ResponseSerializationError: CustomStringConvertible {
  /// The primary cause, with the others in brackets.
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
