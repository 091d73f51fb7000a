internal import ApusBytes

extension JSON {
  /// The reason that a document did not become a value of a type, with the path and the position.
  public struct DecodingError: Error, Equatable, Sendable {
    /// The cause of the error.
    public enum Cause: Equatable, Sendable {
      /// The text is not JSON, or not JSON that may be read.
      case malformed(JSON.ParsingError)
      /// An object lacks a member that the type needs.
      case missingKey(String)
      /// The value is missing or `null`, and the type requires one.
      case missingValue(expected: String)
      /// There is a value of another kind than the type needs.
      case mismatch(expected: String, found: String)
      /// A number that the type cannot hold.
      case unfitNumber(String, expected: String)
      /// The value was refused by the type, in its own words.
      case refused(String)
    }

    /// The cause of the error.
    public let cause: Cause
    /// The path from the outermost value to the faulty one: names, and indices as numbers.
    public let path: [String]
    /// The start of that value; nil if a type threw an error of its own without one.
    public let position: JSON.Position?
    /// The name in snake case that the object has in place of a missing key.
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

    /// Creates the error for one that a type threw while it was read.
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

    /// The details for `DecodingError`, in its `underlyingError`.
    ///
    /// Lines are counted only when an error leaves the coder: a type that tries several forms
    /// throws many.
    struct Fault: Error {
      let offset: Int
      var cause: Cause?
      var similarKey: String?
    }
  }
}

extension JSON.DecodingError: CustomStringConvertible {
  /// The place and the cause: `users.3.age, line 7, column 12 (byte 140): a string where …`.
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
