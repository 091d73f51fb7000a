internal import ApusBytes

extension HTTP {
  /// An error in the syntax of a field value, with the offset of the invalid byte.
  ///
  /// The offset of an error is counted from the first byte of the field value.
  public enum InvalidValue: Error, Equatable, Sendable {
    /// The field value contains an invalid byte at the associated offset.
    case unexpectedByte(UInt8, at: Int)
    /// The field value is incomplete: it ends at the associated offset.
    case unexpectedEnd(at: Int)
    /// The quoted string that begins at the associated offset has no closing quotation mark.
    case unclosedQuote(at: Int)
    /// The comma-separated list has more elements than the limit allows.
    case tooManyElements(limit: Int)
    /// The field value has more parameters than the limit allows.
    case tooManyParameters(limit: Int)
    /// The field value has two parameters with the same name and different values.
    case conflictingParameters(name: String)
    /// The weight (`q`) is malformed. A valid weight is a number from 0 to 1 with at most three
    /// decimals.
    case malformedWeight(at: Int)
    /// The date matches none of the three HTTP date formats. The associated offset is the position
    /// of the first mismatch.
    case malformedDate(at: Int)
    /// A number in the HTTP date, such as the month, is out of range.
    case dateOutOfRange(Date.Figure, Int, allowed: ClosedRange<Int>)
    /// The extended parameter value has a charset other than UTF-8 and ISO-8859-1.
    case unsupportedCharset(String)
    /// The field value contains a percent sign without two hexadecimal digits after it.
    case malformedPercentEncoding(at: Int)
    /// The extended parameter value declares the charset UTF-8, but its decoded bytes are not valid
    /// UTF-8.
    case malformedUTF8
  }
}

extension HTTP.InvalidValue: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unexpectedByte(let byte, let at):
      "byte \(at): the byte 0x\(Hex.encode(byte)) is not allowed in this place of the field value"
    case .unexpectedEnd(let at):
      "byte \(at): the field value ends too early"
    case .unclosedQuote(let at):
      "byte \(at): a quoted string in the field value has no closing quote"
    case .tooManyElements(let limit):
      "the list in the field value has more than \(limit) elements"
    case .tooManyParameters(let limit):
      "the field value has more than \(limit) parameters"
    case .conflictingParameters(let name):
      "the parameter \(ForeignText.escaped(name.utf8)) of the field value occurs twice "
        + "with different values"
    case .malformedWeight(let at):
      "byte \(at): the weight (q) is not a number from 0 to 1 with at most three decimals"
    case .malformedDate(let at):
      "byte \(at): the date is in none of the three HTTP date formats"
    case .dateOutOfRange(let figure, let value, let allowed):
      "the \(figure) \(value) of the date is not from \(allowed.lowerBound) to "
        + "\(allowed.upperBound)"
    case .unsupportedCharset(let name):
      "the charset \(ForeignText.escaped(name.utf8)) of the parameter is neither UTF-8 "
        + "nor ISO-8859-1"
    case .malformedPercentEncoding(let at):
      "byte \(at): two hexadecimal digits must follow the percent sign"
    case .malformedUTF8:
      "the percent-decoded bytes of the parameter are not valid UTF-8"
    }
  }
}
