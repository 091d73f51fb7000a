internal import ApusBytes

extension JSON {
  /// The reason that a JSON document could not be decoded as a type, with the path and the position
  /// of the fault.
  public struct DecodingError: Error, Equatable, Sendable {
    /// The cause of a decoding error.
    public enum Cause: Equatable, Sendable {
      /// The text is not valid JSON, or the reading options reject the text.
      case malformed(JSON.ParsingError)
      /// An object lacks a member that the decoded type requires.
      case missingKey(String)
      /// A value is missing or `null`, but the decoded type requires a value.
      case missingValue(expected: String)
      /// A value has a different JSON type than the decoded type requires.
      case mismatch(expected: String, found: String)
      /// The decoded type cannot represent a number.
      case unfitNumber(String, expected: String)
      /// The decoded type or a strategy rejected the value with the given message.
      case refused(String)
    }

    /// The cause of the decoding error.
    public let cause: Cause
    /// The path from the outermost value to the faulty value.
    /// The path contains member names, and array indices as numbers.
    public let path: [String]
    /// The start of the faulty value.
    /// The position is `nil` if a type threw its own error without a position.
    public let position: JSON.Position?
    /// The name in snake case that the object contains instead of the missing key.
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

    /// Creates the decoding error for an error that a type threw during decoding.
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
    /// Line numbers are computed only when an error leaves the coder, because a type that tries
    /// several forms throws many errors.
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
