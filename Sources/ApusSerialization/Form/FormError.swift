/// Why a form could not be read, and where.
///
/// Offsets count from the first byte of the form.
public enum FormError: Error, Equatable, Sendable {
  /// More bytes than are allowed.
  case tooLong(byteCount: Int, limit: Int)
  /// More fields than are allowed.
  case tooManyFields(limit: Int)
  /// A byte that no form has, or a percent sign without two digits behind it.
  case malformed(at: Int)
  /// A name or value that is not text in the form's charset.
  case malformedText(at: Int)
}

extension FormError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let byteCount, let limit):
      "the form has \(byteCount) bytes where at most \(limit) are allowed"
    case .tooManyFields(let limit): "the form has more than \(limit) fields"
    case .malformed(let at): "byte \(at): this cannot stand in a form"
    case .malformedText(let at): "byte \(at): a name or value that begins here is no text"
    }
  }
}
