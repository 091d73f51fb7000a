internal import CApus

/// The result of a comparison of secrets, with 64 one bits for true or 64 zero bits for false. A
/// program makes no branch on a mask.
///
/// The compiler may translate a `Bool` into branches or conditional moves. A mask is the result of
/// arithmetic, and passes through a barrier that the optimizer cannot analyze. Only the named
/// conversion `declassified` turns a secret mask into a `Bool`.
public struct Mask: Sendable {
  /// The bits of the mask, which are 64 ones for true or 64 zeros for false.
  public let bits: UInt64

  @inline(__always)
  private init(bits: UInt64) { self.bits = apus_barrier(bits) }

  /// Creates a mask that is true if the value is zero.
  @inline(__always)
  public init(isZero value: UInt64) {
    // The top bit of `value | -value` is one for every value except zero.
    self.init(bits: ((value | (0 &- value)) >> 63) &- 1)
  }

  /// Creates a mask that is true if the two values are equal.
  @inline(__always)
  public init(_ left: UInt64, equals right: UInt64) { self.init(isZero: left ^ right) }

  /// Creates a mask that is true if the lowest bit of the value is one.
  @inline(__always)
  public init(lowBitOf value: UInt64) { self.init(bits: 0 &- (value & 1)) }

  /// Returns the negation of a mask.
  @inline(__always)
  public static prefix func ~ (mask: Mask) -> Mask { Mask(bits: ~mask.bits) }

  /// Returns a mask that is true if the two given masks are true.
  @inline(__always)
  public static func & (left: Mask, right: Mask) -> Mask { Mask(bits: left.bits & right.bits) }

  /// Returns a mask that is true if at least one of the two given masks is true.
  @inline(__always)
  public static func | (left: Mask, right: Mask) -> Mask { Mask(bits: left.bits | right.bits) }

  /// Returns the first value if the mask is true, and the second value if the mask is false.
  @inline(__always)
  public func select(_ yes: UInt64, _ no: UInt64) -> UInt64 { no ^ (bits & (yes ^ no)) }

  /// The mask of a secret comparison as a public Boolean value.
  ///
  /// A line `// PUBLIC:` above each use gives the reason for the publication.
  @inline(__always)
  public var declassified: Bool { apus_declassify(bits) }

  /// The mask as a Boolean value, for a mask that was computed only from public values.
  @inline(__always)
  public var isYesVariableTime: Bool { bits != 0 }
}

/// A comparison of byte sequences whose running time does not depend on the differences.
public enum ConstantTime {
  /// Returns a mask that is true if two byte sequences are equal. The lengths of the sequences are
  /// public.
  public static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Mask {
    guard left.count == right.count else { return Mask(isZero: 1) }
    var difference: UInt64 = 0
    for index in left.indices { difference |= UInt64(left[index] ^ right[index]) }
    return Mask(isZero: difference)
  }

  /// Returns the low bits of a value that was computed from secrets. The returned bits are public.
  public static func declassified(_ value: UInt64, bitCount: Int) -> UInt64 {
    var result: UInt64 = 0
    for place in 0..<bitCount {
      // PUBLIC: The caller publishes each bit of the value.
      if Mask(lowBitOf: value >> UInt64(place)).declassified { result |= 1 << UInt64(place) }
    }
    return result
  }

  /// Returns whether two byte sequences are equal, as a Boolean value that a program may branch on.
  public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    // PUBLIC: The caller needs the result of the comparison.
    equal(left.span, right.span).declassified
  }
}
