internal import ApusBytes
public import ApusHTTP

extension RequestParameters {
  /// An error in writing request parameters, with the name of the invalid field.
  public enum WritingError: Error, Equatable, Sendable {
    /// The parameters are an array, a string or a number instead of an object with names.
    case unnamed
    /// Arrays and objects are nested deeper than the limit allows.
    case tooDeep(field: String, limit: Int)
    /// The parameters contain a date, but the style has no date format.
    case noDateStyle(field: String)
    /// The charset of the parameter style cannot represent a character of the field.
    case unencodable(field: String, TextCharset)
    /// An array that is written as a comma-separated list contains an array or object.
    case nestedInList(field: String)
    /// A value of an `Encodable` type could not be encoded.
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
