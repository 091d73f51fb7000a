internal import CApus

/// All ones for yes, all zeros for no: a decision about a secret that no branch is made of.
///
/// A `Bool` compiles to branches and conditional moves at the compiler's pleasure. A mask is
/// computed by arithmetic, passed through a barrier that the optimiser cannot see through, and
/// turned into a `Bool` in one place only, by name.
public struct Mask: Sendable {
  /// Sixty-four ones or sixty-four zeros.
  public let bits: UInt64

  @inline(__always)
  private init(bits: UInt64) { self.bits = apus_barrier(bits) }

  /// Yes if the value is zero.
  @inline(__always)
  public init(isZero value: UInt64) {
    // The top bit of `value | -value` is one for every value but zero.
    self.init(bits: ((value | (0 &- value)) >> 63) &- 1)
  }

  /// Yes if the two values are the same.
  @inline(__always)
  public init(_ left: UInt64, equals right: UInt64) { self.init(isZero: left ^ right) }

  /// Yes if the lowest bit is one.
  @inline(__always)
  public init(lowBitOf value: UInt64) { self.init(bits: 0 &- (value & 1)) }

  /// Yes where this is no.
  @inline(__always)
  public static prefix func ~ (mask: Mask) -> Mask { Mask(bits: ~mask.bits) }

  /// Yes where both are.
  @inline(__always)
  public static func & (left: Mask, right: Mask) -> Mask { Mask(bits: left.bits & right.bits) }

  /// Yes where either is.
  @inline(__always)
  public static func | (left: Mask, right: Mask) -> Mask { Mask(bits: left.bits | right.bits) }

  /// Returns the first value for yes, the second for no.
  @inline(__always)
  public func select(_ yes: UInt64, _ no: UInt64) -> UInt64 { no ^ (bits & (yes ^ no)) }

  /// The decision, computed from secrets, as a Boolean that is public from here on.
  ///
  /// The line `// PUBLIC:` above each use gives the reason.
  @inline(__always)
  public var declassified: Bool { apus_declassify(bits) }

  /// The decision as a Boolean, if it was computed from public values only.
  @inline(__always)
  public var isYesVariableTime: Bool { bits != 0 }
}

/// Comparison that takes the same time wherever two runs of bytes differ.
public enum ConstantTime {
  /// Yes if both runs hold the same bytes; their lengths are public.
  public static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Mask {
    guard left.count == right.count else { return Mask(isZero: 1) }
    var difference: UInt64 = 0
    for index in left.indices { difference |= UInt64(left[index] ^ right[index]) }
    return Mask(isZero: difference)
  }

  /// Declassifies a value that was computed from secrets and consists of its low bits.
  public static func declassified(_ value: UInt64, bitCount: Int) -> UInt64 {
    var result: UInt64 = 0
    for place in 0..<bitCount {
      // PUBLIC: each bit of the value that the caller publishes.
      if Mask(lowBitOf: value >> UInt64(place)).declassified { result |= 1 << UInt64(place) }
    }
    return result
  }

  /// Returns whether both runs hold the same bytes, as a branch may take it.
  public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    // PUBLIC: the result, which the caller needs.
    equal(left.span, right.span).declassified
  }
}
