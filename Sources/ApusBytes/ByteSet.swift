/// A set of bytes with a lookup in constant time, for the character classes of text grammars.
public struct ByteSet: Sendable, Equatable {
  @usableFromInline var words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a set of the bytes of a literal.
  public init(_ literal: String = "") {
    words = (0, 0, 0, 0)
    for byte in literal.utf8 { insert(byte) }
  }

  /// Creates a set of the bytes in a closed range.
  public init(_ range: ClosedRange<UInt8>) {
    words = (0, 0, 0, 0)
    for byte in range { insert(byte) }
  }

  /// Returns whether the set contains a byte.
  @inlinable @inline(__always)
  public func contains(_ byte: UInt8) -> Bool {
    let bit = UInt64(1) &<< UInt64(byte & 63)
    switch byte >> 6 {
    case 0: return words.0 & bit != 0
    case 1: return words.1 & bit != 0
    case 2: return words.2 & bit != 0
    default: return words.3 & bit != 0
    }
  }

  /// Returns the union of two byte sets.
  public func union(_ other: ByteSet) -> ByteSet {
    var result = self
    result.words.0 |= other.words.0
    result.words.1 |= other.words.1
    result.words.2 |= other.words.2
    result.words.3 |= other.words.3
    return result
  }

  /// Returns a set of the bytes that are in this byte set but not in the other byte set.
  public func subtracting(_ other: ByteSet) -> ByteSet {
    var result = self
    result.words.0 &= ~other.words.0
    result.words.1 &= ~other.words.1
    result.words.2 &= ~other.words.2
    result.words.3 &= ~other.words.3
    return result
  }

  private mutating func insert(_ byte: UInt8) {
    let bit = UInt64(1) &<< UInt64(byte & 63)
    switch byte >> 6 {
    case 0: words.0 |= bit
    case 1: words.1 |= bit
    case 2: words.2 |= bit
    default: words.3 |= bit
    }
  }

  public static func == (left: ByteSet, right: ByteSet) -> Bool { left.words == right.words }

  /// The set of the digits from `0` to `9`.
  public static let digits = ByteSet(0x30...0x39)
  /// The set of the letters from `A` to `Z` and from `a` to `z`.
  public static let letters = ByteSet(0x41...0x5a).union(ByteSet(0x61...0x7a))
  /// The set of the hexadecimal digits from `0` to `9`, from `A` to `F` and from `a` to `f`.
  public static let hexDigits = digits.union(ByteSet("ABCDEFabcdef"))
}
