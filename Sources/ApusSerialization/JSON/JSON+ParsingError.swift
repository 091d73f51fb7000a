internal import ApusBytes

extension JSON {
  /// A position in JSON text, with a byte offset, a line number and a column number.
  public struct Position: Equatable, Sendable {
    /// The number of bytes of JSON text before the position.
    public let offset: Int
    /// The line number of the position, counted from 1. Lines of JSON text end with LF.
    public let line: Int
    /// The byte number of the position within its line, counted from 1.
    public let column: Int

    init(offset: Int, line: Int, column: Int) {
      self.offset = offset
      self.line = line
      self.column = column
    }

    /// Creates the position of a byte offset by counting the preceding lines.
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
  /// An error in JSON text, with the position of the error.
  public enum ParsingError: Error, Equatable, Sendable {
    /// The JSON text ends before its value is complete.
    case unexpectedEnd(at: JSON.Position)
    /// The JSON text contains an invalid byte at the associated position.
    case unexpectedByte(UInt8, at: JSON.Position)
    /// The JSON text contains a malformed number, such as `01` or `1.`.
    case malformedNumber(at: JSON.Position)
    /// A JSON string contains an unescaped control character.
    case controlCharacter(UInt8, at: JSON.Position)
    /// A JSON string contains an invalid escape sequence, such as `\x`, or `\u` without four
    /// hexadecimal digits.
    case malformedEscape(at: JSON.Position)
    /// A JSON string contains an escaped surrogate that is not part of a surrogate pair, such as
    /// `\ud800`.
    case loneSurrogate(UInt16, at: JSON.Position)
    /// A JSON string contains bytes that are not valid UTF-8.
    case malformedUTF8(at: JSON.Position)
    /// The JSON text is malformed in its detected encoding, such as UTF-16.
    case malformedEncoding(JSON.TextEncoding)
    /// A JSON object contains a name twice, and the reading options reject duplicate names.
    case duplicateKey(String, at: JSON.Position)
    /// The JSON text contains more bytes after the end of its value.
    case trailingBytes(at: JSON.Position)
    /// The nesting depth of arrays and objects in the JSON text exceeds the limit.
    case tooDeep(limit: Int, at: JSON.Position)
    /// The JSON text is a string, number or literal, but the reading options require an array or
    /// object.
    case loneValue(at: JSON.Position)
    /// The JSON text has more bytes than the limit allows.
    case tooLarge(byteCount: Int, limit: Int)

    /// The position of the error in the JSON text. The value is `nil` if the error concerns the
    /// whole text.
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
