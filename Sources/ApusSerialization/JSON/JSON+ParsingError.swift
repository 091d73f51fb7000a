internal import ApusBytes

extension JSON {
  /// A place in JSON text: counted in bytes from its start, and as an editor shows it.
  public struct Position: Equatable, Sendable {
    /// The number of bytes before it.
    public let offset: Int
    /// The line, from 1; lines end with LF.
    public let line: Int
    /// The byte in the line, from 1.
    public let column: Int

    init(offset: Int, line: Int, column: Int) {
      self.offset = offset
      self.line = line
      self.column = column
    }

    /// The place of an offset, found by counting the lines before it.
    init(offset: Int, in bytes: Span<UInt8>) {
      var line = 1
      var lineStart = 0
      for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0a {
        line += 1
        lineStart = index + 1
      }
      self.init(offset: offset, line: line, column: offset - lineStart + 1)
    }
  }
}

extension JSON {
  /// The reason that text is not JSON, or is rejected, with the position.
  public enum ParsingError: Error, Equatable, Sendable {
    /// The text ends inside a value, or before one.
    case unexpectedEnd(at: JSON.Position)
    /// A byte that is not allowed there.
    case unexpectedByte(UInt8, at: JSON.Position)
    /// A number that breaks the grammar: a leading zero, or digits missing.
    case malformedNumber(at: JSON.Position)
    /// A control character in a string, which must be escaped.
    case controlCharacter(UInt8, at: JSON.Position)
    /// A backslash that begins none of the escapes, or `\u` without four digits.
    case malformedEscape(at: JSON.Position)
    /// Half of a surrogate pair, which is not a character.
    case loneSurrogate(UInt16, at: JSON.Position)
    /// Bytes in a string that are not UTF-8.
    case malformedUTF8(at: JSON.Position)
    /// Text that is found to be in an encoding and is not well-formed in it.
    case malformedEncoding(JSON.TextEncoding)
    /// A name that its object already has, if that is rejected.
    case duplicateKey(String, at: JSON.Position)
    /// Bytes other than white space after the value.
    case trailingBytes(at: JSON.Position)
    /// An array or object inside as many others as are allowed.
    case tooDeep(limit: Int, at: JSON.Position)
    /// A text, number or literal by itself, although only an array or object is allowed.
    case loneValue(at: JSON.Position)
    /// More bytes than are allowed.
    case tooLarge(byteCount: Int, limit: Int)

    /// The position of the failure; nil if the text was rejected as a whole.
    public var position: JSON.Position? {
      switch self {
      case .unexpectedEnd(let at), .unexpectedByte(_, let at), .malformedNumber(let at),
        .controlCharacter(_, let at), .malformedEscape(let at), .loneSurrogate(_, let at),
        .malformedUTF8(let at), .duplicateKey(_, let at), .trailingBytes(let at),
        .tooDeep(_, let at), .loneValue(let at):
        at
      case .tooLarge, .malformedEncoding: nil
      }
    }
  }
}

extension JSON.Position: CustomStringConvertible {
  public var description: String { "line \(line), column \(column) (byte \(offset))" }
}

extension JSON.ParsingError: CustomStringConvertible {
  public var description: String {
    guard let position else { return cause }
    return "\(position): \(cause)"
  }

  private var cause: String {
    switch self {
    case .unexpectedEnd: "the JSON text ends too early"
    case .unexpectedByte(let byte, _):
      "the byte 0x\(Hex.encode(byte)) is not allowed in this place of the JSON text"
    case .malformedNumber: "the JSON number is malformed"
    case .controlCharacter(let byte, _):
      "the control character 0x\(Hex.encode(byte)) must be escaped in a JSON string"
    case .malformedEscape: "the escape sequence after the backslash is not valid in JSON"
    case .loneSurrogate(let unit, _):
      "the escape of 0x\(String(unit, radix: 16)) is only one half of a surrogate pair"
    case .malformedUTF8: "the JSON string is not valid UTF-8"
    case .malformedEncoding(let encoding): "the JSON text is not valid \(encoding.rawValue)"
    case .duplicateKey(let key, _): "the JSON object has the member \(key.debugDescription) twice"
    case .trailingBytes: "extra bytes follow the end of the JSON value"
    case .tooDeep(let limit, _): "JSON arrays and objects are nested more than \(limit) levels deep"
    case .loneValue: "the outermost JSON value must be an array or an object"
    case .tooLarge(let byteCount, let limit):
      "the JSON text has \(byteCount) bytes, but at most \(limit) bytes are allowed"
    }
  }
}
