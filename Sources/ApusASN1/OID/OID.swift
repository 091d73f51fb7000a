/// An object identifier (OID), which is a globally unique name.
///
/// An object identifier stores the bytes of its DER content. Each object identifier has exactly one
/// encoding, so a comparison compares the bytes. A content of up to sixteen bytes is stored in the
/// value itself, which is enough for nearly every object identifier. A longer content uses an
/// array.
public struct OID: Hashable, Sendable {
  @usableFromInline
  enum Storage: Hashable, Sendable {
    /// A DER content of up to sixteen bytes without a leading zero byte, as one big-endian number
    /// in two halves.
    case short(UInt64, UInt64)
    case long([UInt8])
  }

  @usableFromInline let storage: Storage

  /// Creates an object identifier from a DER content of up to sixteen bytes, written as a
  /// hexadecimal number.
  @inlinable @inline(__always)
  init(known content: UInt128) {
    storage = .short(
      UInt64(truncatingIfNeeded: content >> 64), UInt64(truncatingIfNeeded: content))
  }

  init(_ storage: Storage) {
    self.storage = storage
  }

  @inlinable
  public static func == (left: OID, right: OID) -> Bool {
    switch (left.storage, right.storage) {
    case (.short(let high, let low), .short(let otherHigh, let otherLow)):
      high == otherHigh && low == otherLow
    case (.long(let bytes), .long(let others)): bytes == others
    case (.short, .long), (.long, .short): false
    }
  }

  /// The DER content of the object identifier.
  public var bytes: [UInt8] {
    switch storage {
    case .long(let bytes):
      return bytes
    case .short(let high, let low):
      let content = UInt128(high) << 64 | UInt128(low)
      let count = 16 - content.leadingZeroBitCount / 8
      return (0..<count).map { UInt8(truncatingIfNeeded: content >> UInt128(8 * (count - 1 - $0))) }
    }
  }
}
