internal import ApusBytes

/// The two numbers of a signature, each from 1 to the order less 1.
struct ECDSASignature<Curve: NISTCurve>: Sendable {
  let r: Curve.Scalar
  let s: Curve.Scalar

  /// The signature of two numbers, unless one of them is zero.
  init?(r: Curve.Scalar, s: Curve.Scalar) {
    // PUBLIC: a signature is; and numbers of which one is zero are never given out.
    guard !(r.isZero | s.isZero).declassified else { return nil }
    self.r = r
    self.s = s
  }

  /// Reads a signature in that encoding, of which nothing may be left over.
  init(_ bytes: Span<UInt8>, _ encoding: ECDSA.Encoding) throws(CryptoError) {
    let length = Curve.Scalar.byteCount
    switch encoding {
    case .der:
      let (r, s) = try ECDSA.integers(in: bytes)
      self.r = try Self.scalar(bytes.extracting(r))
      self.s = try Self.scalar(bytes.extracting(s))
    case .fixedSize:
      guard bytes.count == 2 * length else { throw .malformedSignature }
      r = try Self.scalar(bytes.extracting(0..<length))
      s = try Self.scalar(bytes.extracting(length..<2 * length))
    }
  }

  private static func scalar(_ bytes: Span<UInt8>) throws(CryptoError) -> Curve.Scalar {
    guard bytes.count <= Curve.Scalar.byteCount else { throw .signatureOutOfRange }
    let number = Curve.Order.Limbs(bigEndian: bytes)
    guard (number.isLess(than: Curve.Order.prime) & ~number.isZero).isYesVariableTime else {
      throw .signatureOutOfRange
    }
    return Curve.Scalar(number)
  }

  /// Writes the signature in that encoding.
  func encoded(_ encoding: ECDSA.Encoding) -> [UInt8] {
    switch encoding {
    case .der: ECDSA.der(r.bytes, s.bytes)
    case .fixedSize: r.bytes + s.bytes
    }
  }
}
