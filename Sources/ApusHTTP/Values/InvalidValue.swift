internal import ApusBytes

extension HTTP {
  /// The reason that the value of a field could not be read or written, with the offset.
  ///
  /// Offsets count from the first byte of the value.
  public enum InvalidValue: Error, Equatable, Sendable {
    /// A byte that the grammar does not have at this place.
    case unexpectedByte(UInt8, at: Int)
    /// The value ends where the grammar needs more.
    case unexpectedEnd(at: Int)
    /// A quoted string that is opened here and never closed.
    case unclosedQuote(at: Int)
    /// A list with more elements than are allowed.
    case tooManyElements(limit: Int)
    /// More parameters than are allowed.
    case tooManyParameters(limit: Int)
    /// Two parameters with one name and different values.
    case conflictingParameters(name: String)
    /// A weight that is not a number from 0 to 1 with at most three decimals.
    case malformedWeight(at: Int)
    /// A date in none of the three formats, up to this byte.
    case malformedDate(at: Int)
    /// A date of the right form with a figure that no such date has.
    case dateOutOfRange(Date.Figure, Int, allowed: ClosedRange<Int>)
    /// An extended value in a charset that is neither UTF-8 nor ISO-8859-1.
    case unsupportedCharset(String)
    /// A percent sign without two hexadecimal digits after it.
    case malformedPercentEncoding(at: Int)
    /// Percent-decoded bytes that are not UTF-8, although the value declares it.
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
