internal import ApusBytes

extension JSON {
  /// An error in decoding a JSON document, with the path and the position of the invalid value.
  public struct DecodingError: Error, Equatable, Sendable {
    /// The cause of a JSON decoding error, such as a missing name.
    public enum Cause: Equatable, Sendable {
      /// The text is not valid JSON, or the reading options reject the text.
      case malformed(JSON.ParsingError)
      /// A JSON object does not contain a name that the decoded type requires.
      case missingKey(String)
      /// A JSON value is missing or `null`, but the decoded type requires a value.
      case missingValue(expected: String)
      /// A JSON value has the wrong type, such as a string instead of a number.
      case mismatch(expected: String, found: String)
      /// A JSON number is out of the range of the decoded type.
      case unfitNumber(String, expected: String)
      /// The decoded type or a strategy rejected the value with the given message.
      case refused(String)
    }

    /// The cause of the JSON decoding error.
    public let cause: Cause
    /// The path to the invalid value in the JSON document, which consists of names and array
    /// indices.
    public let path: [String]
    /// The position of the invalid value in the JSON document. The position is `nil` if a decoded
    /// type threw a custom error.
    public let position: JSON.Position?
    /// The snake case form of the missing name, if the JSON object contains that form.
    let similarKey: String?

    init(
      _ cause: Cause, path: [String] = [], at position: JSON.Position? = nil,
      similarKey: String? = nil
    ) {
      self.cause = cause
      self.path = path
      self.position = position
      self.similarKey = similarKey
    }

    /// Creates a JSON decoding error from an error that a type threw during decoding.
    init(_ error: any Error, in bytes: Span<UInt8>) {
      guard let error = error as? Swift.DecodingError else {
        self.init(.refused("\(error)"))
        return
      }
      let (cause, context) = Self.cause(of: error)
      let path = context.codingPath.map(\.stringValue)
      guard let fault = context.underlyingError as? Fault else {
        self.init(cause, path: path)
        return
      }
      let position = JSON.Position(offset: fault.offset, in: bytes)
      self.init(fault.cause ?? cause, path: path, at: position, similarKey: fault.similarKey)
    }

    private static func cause(of error: Swift.DecodingError) -> (Cause, Swift.DecodingError.Context)
    {
      switch error {
      case .keyNotFound(let key, let context): (.missingKey(key.stringValue), context)
      case .valueNotFound(let type, let context): (.missingValue(expected: "\(type)"), context)
      case .typeMismatch(let type, let context):
        (.mismatch(expected: "\(type)", found: context.debugDescription), context)
      case .dataCorrupted(let context): (.refused(context.debugDescription), context)
      @unknown default:
        (.refused("\(error)"), Swift.DecodingError.Context(codingPath: [], debugDescription: ""))
      }
    }

    /// The details of a decoding error, which are stored as the `underlyingError` of a standard
    /// library error.
    ///
    /// Line numbers are computed only for the final error, because a type that tries several forms
    /// can throw many errors.
    struct Fault: Error {
      let offset: Int
      var cause: Cause?
      var similarKey: String?
    }
  }
}

extension JSON.DecodingError: CustomStringConvertible {
  /// The position and the cause of the error:
  /// `users.3.age, line 7, column 12 (byte 140): a string where …`.
  public var description: String {
    if case .malformed(let error) = cause { return error.description }
    let place = path.isEmpty ? "the document" : path.map(Self.shown).joined(separator: ".")
    return ForeignText.bounded(place + (position.map { ", \($0)" } ?? "") + ": " + reason)
  }

  private var reason: String {
    switch cause {
    case .malformed(let error): error.description
    case .missingKey(let key):
      "the object has no member \(Self.shown(key).debugDescription)"
        + (similarKey.map { ", but the member \(Self.shown($0).debugDescription)" } ?? "")
        + (similarKey == nil ? "" : "; set the keys of the JSONCoder to .snakeCase")
    case .missingValue(let expected): "the value is null, but \(expected) is expected"
    case .mismatch(let expected, let found): "the value is \(found), but \(expected) is expected"
    case .unfitNumber(let number, let expected):
      "the number \(Self.shown(number)) does not fit into \(expected)"
    case .refused(let words): Self.shown(words)
    }
  }

  private static func shown(_ text: String) -> String { ForeignText.escaped(text.utf8) }
}
