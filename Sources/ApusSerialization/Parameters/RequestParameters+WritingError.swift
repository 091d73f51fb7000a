internal import ApusBytes
public import ApusHTTP

extension RequestParameters {
  /// The reason that parameters could not be written, with the faulty field.
  public enum WritingError: Error, Equatable, Sendable {
    /// A value without names, and fields are required: an array, a text or a number.
    case unnamed
    /// More arrays and objects inside each other than are allowed.
    case tooDeep(field: String, limit: Int)
    /// A date, and the style has no format for dates.
    case noDateStyle(field: String)
    /// Text that the style's charset has no bytes for.
    case unencodable(field: String, TextCharset)
    /// An array or object inside an array that is written as a list with commas.
    case nestedInList(field: String)
    /// A type that did not become parameters.
    case type(JSON.EncodingError)
  }
}

extension RequestParameters.WritingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unnamed:
      "the parameters have no names: the value must be an object, not an array, a text or "
        + "a number"
    case .tooDeep(let field, let limit):
      "the parameter \(Self.shown(field)) has arrays and objects nested more than "
        + "\(limit) levels deep"
    case .noDateStyle(let field):
      "the parameter \(Self.shown(field)) is a date, for which the style has no format; set dates"
    case .unencodable(let field, let charset):
      "the parameter \(Self.shown(field)) has a character that \(charset.rawValue) cannot encode"
    case .nestedInList(let field):
      "the parameter \(Self.shown(field)) is a comma-separated list, which cannot "
        + "contain an array or object"
    case .type(let error): error.description
    }
  }

  private static func shown(_ field: String) -> String { ForeignText.escaped(field.utf8) }
}
