internal import ApusBytes

extension JSONPosition: CustomStringConvertible {
  public var description: String { "line \(line), column \(column) (byte \(offset))" }
}

extension JSONError: CustomStringConvertible {
  public var description: String {
    guard let position else { return cause }
    return "\(position): \(cause)"
  }

  private var cause: String {
    switch self {
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte(let byte, _): "0x\(Hex.encode(byte)) cannot stand here"
    case .malformedNumber: "the number is malformed"
    case .controlCharacter(let byte, _): "0x\(Hex.encode(byte)) must be escaped in a string"
    case .malformedEscape: "no such escape"
    case .loneSurrogate(let unit, _): "0x\(String(unit, radix: 16)) is half of a surrogate pair"
    case .malformedUTF8: "the string is not UTF-8"
    case .malformedEncoding(let encoding): "the text is not well-formed \(encoding.rawValue)"
    case .duplicateKey(let key, _): "the object already has \(key.debugDescription)"
    case .trailingBytes: "something follows the value"
    case .tooDeep(let limit, _): "more than \(limit) arrays and objects inside each other"
    case .loneValue: "only an array or an object may stand here"
    case .tooLarge(let byteCount, let limit): "\(byteCount) bytes where \(limit) are allowed"
    }
  }
}
