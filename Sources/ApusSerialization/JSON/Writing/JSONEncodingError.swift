internal import ApusBytes

/// Why a value did not become JSON text, and which part of it was to blame.
public struct JSONEncodingError: Error, Equatable, Sendable {
  /// What was wrong.
  public enum Cause: Equatable, Sendable {
    /// Infinity, or what is not a number, where the options have no word for it.
    case nonFinite(String)
    /// More arrays and objects inside each other than are allowed.
    case tooDeep(limit: Int)
    /// A type that wrote nothing at all, so that there is no document.
    case nothingWritten(type: String)
    /// The value was refused by its type, in its own words.
    case refused(String)
  }

  /// What was wrong.
  public let cause: Cause
  /// The way from the outermost value to the one that it is about: names, and indices as numbers.
  public let path: [String]

  init(_ cause: Cause, path: [String] = []) {
    self.cause = cause
    self.path = path
  }

  /// The error for what a type threw while it was written.
  init(_ error: any Error) {
    guard case EncodingError.invalidValue(_, let context) = error else {
      self.init(.refused("\(error)"))
      return
    }
    let cause = (context.underlyingError as? Fault)?.cause ?? .refused(context.debugDescription)
    self.init(cause, path: context.codingPath.map(\.stringValue))
  }

  /// What `EncodingError` has no room for, in its `underlyingError`.
  struct Fault: Error {
    let cause: Cause
  }
}

extension JSONEncodingError: CustomStringConvertible {
  /// Where and what: `users.3.score: inf is no number in JSON`.
  public var description: String {
    let place = path.isEmpty ? "the document" : path.map(Self.shown).joined(separator: ".")
    return "\(place): \(reason)"
  }

  var reason: String {
    switch cause {
    case .nonFinite(let number): "\(number) is no number in JSON; say what it is written as"
    case .tooDeep(let limit): "more than \(limit) arrays and objects inside each other"
    case .nothingWritten(let type): "\(type) wrote nothing"
    case .refused(let words): Self.shown(words)
    }
  }

  private static func shown(_ text: String) -> String { ForeignText.escaped(text.utf8) }
}
