/// A globally unique name: an OBJECT IDENTIFIER.
///
/// It stores the bytes of its DER content. Each name has exactly one encoding, so comparing names
/// is comparing bytes. Up to sixteen bytes, which is enough for nearly every name, are stored in
/// the value itself; longer names use an array.
public struct OID: Hashable, Sendable {
  @usableFromInline
  enum Storage: Hashable, Sendable {
    /// Up to sixteen bytes that do not begin with zero, as one big-endian number in two halves.
    case short(UInt64, UInt64)
    case long([UInt8])
  }

  @usableFromInline let storage: Storage

  /// Creates a name from a DER content of up to sixteen bytes, written as a hexadecimal number.
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

  /// The DER content.
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
