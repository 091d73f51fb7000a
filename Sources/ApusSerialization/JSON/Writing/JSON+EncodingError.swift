internal import ApusBytes

extension JSON {
  /// The reason that a value did not become JSON text, with the path to the faulty part.
  public struct EncodingError: Error, Equatable, Sendable {
    /// The cause of the error.
    public enum Cause: Equatable, Sendable {
      /// Infinity or NaN, if the options have no text for it.
      case nonFinite(String)
      /// More arrays and objects inside each other than are allowed.
      case tooDeep(limit: Int)
      /// A type that wrote nothing, so that there is not a document.
      case nothingWritten(type: String)
      /// The value was refused by its type, in its own words.
      case refused(String)
    }

    /// The cause of the error.
    public let cause: Cause
    /// The path from the outermost value to the faulty one: names, and indices as numbers.
    public let path: [String]

    init(_ cause: Cause, path: [String] = []) {
      self.cause = cause
      self.path = path
    }

    /// Creates the error for one that a type threw while it was written.
    init(_ error: any Error) {
      guard case Swift.EncodingError.invalidValue(_, let context) = error else {
        self.init(.refused("\(error)"))
        return
      }
      let cause = (context.underlyingError as? Fault)?.cause ?? .refused(context.debugDescription)
      self.init(cause, path: context.codingPath.map(\.stringValue))
    }

    /// The details for `EncodingError`, in its `underlyingError`.
    struct Fault: Error {
      let cause: Cause
    }
  }
}

extension JSON.EncodingError: CustomStringConvertible {
  /// The path and the cause: `users.3.score: inf is not a number in JSON`.
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
