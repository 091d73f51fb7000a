internal import ApusBytes

extension JSON {
  /// An error in encoding a value as JSON, with the path of the invalid value.
  public struct EncodingError: Error, Equatable, Sendable {
    /// The cause of a JSON encoding error, such as an infinite number.
    public enum Cause: Equatable, Sendable {
      /// The value is infinity or NaN, which JSON numbers cannot represent.
      case nonFinite(String)
      /// The nesting depth of arrays and objects exceeds the limit.
      case tooDeep(limit: Int)
      /// The `encode(to:)` method of a type encoded no value.
      case nothingWritten(type: String)
      /// The encoded type or a strategy rejected the value with the given message.
      case refused(String)
    }

    /// The cause of the JSON encoding error.
    public let cause: Cause
    /// The path to the invalid value, which consists of names and array indices.
    public let path: [String]

    init(_ cause: Cause, path: [String] = []) {
      self.cause = cause
      self.path = path
    }

    /// Creates a JSON encoding error from an error that a type threw during encoding.
    init(_ error: any Error) {
      guard case Swift.EncodingError.invalidValue(_, let context) = error else {
        self.init(.refused("\(error)"))
        return
      }
      let cause = (context.underlyingError as? Fault)?.cause ?? .refused(context.debugDescription)
      self.init(cause, path: context.codingPath.map(\.stringValue))
    }

    /// The details of an encoding error, which are stored as the `underlyingError` of a standard
    /// library error.
    struct Fault: Error {
      let cause: Cause
    }
  }
}

extension JSON.EncodingError: CustomStringConvertible {
  /// The path and the cause of the error: `users.3.score: inf is not a number in JSON`.
  public var description: String {
    let place = path.isEmpty ? "the document" : path.map(Self.shown).joined(separator: ".")
    return "\(place): \(reason)"
  }

  var reason: String {
    switch cause {
    case .nonFinite(let number):
      "the number \(number) cannot be written in JSON; set nonFinite of the JSONCoder"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) levels deep"
    case .nothingWritten(let type): "the type \(type) encoded no value"
    case .refused(let words): Self.shown(words)
    }
  }

  private static func shown(_ text: String) -> String { ForeignText.escaped(text.utf8) }
}
