/// The reason why bytes could not be decoded, with the offset of the error.
///
/// Every case contains the offset from the first byte of the reader's input, so an error message
/// can point to a byte in a hexadecimal dump.
public enum DecodeError: Error, Equatable, Sendable {
  /// The input has fewer bytes left than the next value requires.
  case truncated(at: Int, needed: Int, available: Int)
  /// The input has further bytes after the end of the value.
  case trailingBytes(at: Int, count: Int)
  /// A length prefix is below the minimum or above the maximum that the grammar allows.
  case lengthOutOfRange(at: Int, length: Int, allowed: ClosedRange<Int>)
  /// The text contains a byte outside the alphabet of the encoding.
  case invalidCharacter(at: Int, byte: UInt8)
  /// The encoded text ends too early, has nonzero unused bits, or has wrong padding.
  case malformedEnding(at: Int)

  /// The offset of the byte that could not be decoded.
  public var offset: Int {
    switch self {
    case .truncated(let at, _, _), .trailingBytes(let at, _), .lengthOutOfRange(let at, _, _),
      .invalidCharacter(let at, _), .malformedEnding(let at):
      at
    }
  }
}

extension DecodeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .truncated(let at, let needed, let available):
      "byte \(at): the data ends too early: \(needed) bytes are needed, but only "
        + "\(available) bytes are left"
    case .trailingBytes(let at, let count):
      "byte \(at): \(count) unexpected bytes follow the end of the data"
    case .lengthOutOfRange(let at, let length, let allowed):
      "byte \(at): the encoded length is \(length), but must be from "
        + "\(allowed.lowerBound) to \(allowed.upperBound)"
    case .invalidCharacter(let at, let byte):
      "byte \(at): the byte 0x\(Hex.encode(byte)) is not in the alphabet of the encoding"
    case .malformedEnding(let at):
      "byte \(at): the encoded text is truncated or has wrong padding"
    }
  }
}
