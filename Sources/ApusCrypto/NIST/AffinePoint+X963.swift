internal import ApusBytes

/// Points as bytes.
///
///     infinity     = 00                 ; refused: no key and no share is infinity
///     compressed   = (02 / 03) x        ; the low bit of the first byte is that of y
///     uncompressed = 04 x y
///
/// Coordinates have all their bytes, the highest first, and are below the prime. The hybrid form,
/// which begins with 06 or 07, is refused. SEC 1 section 2.3.4, and RFC 5480 section 2.2.
extension AffinePoint {
  /// Reads a point in either form.
  init(x963 bytes: Span<UInt8>) throws(CryptoError) {
    let length = Curve.Field.byteCount
    guard !bytes.isEmpty else { throw .malformedPoint }
    switch (bytes[0], bytes.count) {
    case (4, 1 + 2 * length):
      try self.init(coordinates: bytes.extracting(droppingFirst: 1))
    case (2, 1 + length), (3, 1 + length):
      let x = try Self.coordinate(bytes.extracting(1..<1 + length))
      guard let root = Self.ySquared(x).squareRoot() else { throw .pointNotOnCurve }
      let isOdd = root.number.bit(0) == 1
      // The order is odd, so no point has y = 0 and the two roots differ in their lowest bit.
      self.init(uncheckedX: x, y: isOdd == (bytes[0] == 3) ? root : -root)
    case (0, 1):
      throw .pointAtInfinity
    default:
      throw .malformedPoint
    }
  }

  /// Reads both coordinates, one behind the other.
  init(coordinates bytes: Span<UInt8>) throws(CryptoError) {
    let length = Curve.Field.byteCount
    guard bytes.count == 2 * length else {
      throw .wrongByteCount(bytes.count, expected: 2 * length)
    }
    let x = try Self.coordinate(bytes.extracting(first: length))
    let y = try Self.coordinate(bytes.extracting(last: length))
    try self.init(x: x, y: y)
  }

  private static func coordinate(_ bytes: Span<UInt8>) throws(CryptoError) -> Curve.Field {
    let number = Curve.FieldPrime.Limbs(bigEndian: bytes)
    guard number.isLess(than: Curve.FieldPrime.prime).isYesVariableTime else {
      throw .nonCanonicalPoint
    }
    return Curve.Field(number)
  }

  /// Both coordinates, one behind the other.
  var coordinates: [UInt8] { x.bytes + y.bytes }

  /// The point uncompressed.
  var x963: [UInt8] { [4] + coordinates }

  /// The point compressed.
  var compressedX963: [UInt8] { [y.number.bit(0) == 1 ? 3 : 2] + x.bytes }
}
