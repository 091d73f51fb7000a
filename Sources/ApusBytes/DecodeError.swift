/// The reason why bytes could not be read, and the offset.
///
/// Every case has the offset from the first byte of the reader's input, so that a message can point
/// to the byte in a dump.
public enum DecodeError: Error, Equatable, Sendable {
  /// Fewer bytes are left than the next value needs.
  case truncated(at: Int, needed: Int, available: Int)
  /// The value has ended and bytes are left over.
  case trailingBytes(at: Int, count: Int)
  /// A length prefix names fewer bytes than the grammar's least, or more than its most.
  case lengthOutOfRange(at: Int, length: Int, allowed: ClosedRange<Int>)
  /// A byte that the alphabet of a text encoding does not have.
  case invalidCharacter(at: Int, byte: UInt8)
  /// The text encoding ends early, carries bits that must be zero, or is padded wrongly.
  case malformedEnding(at: Int)

  /// The offset of the failed read.
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
