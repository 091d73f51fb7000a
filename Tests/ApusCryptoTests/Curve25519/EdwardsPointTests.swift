import ApusBytes
import Testing

@testable import ApusCrypto

/// The laws of the group, and the edges of its encoding. RFC 8032 section 5.1.
@Suite struct EdwardsPointTests {
  private static let baseBytes = "58" + String(repeating: "66", count: 31)
  private static let identityBytes = "01" + String(repeating: "00", count: 31)

  @Test func `the base point and the neutral element have their published encodings`() {
    #expect(hex(.base) == Self.baseBytes)
    #expect(hex(.identity) == Self.identityBytes)
  }

  @Test func `the addition of curve points is commutative and associative`() {
    let points = (0..<4).map { multiple($0) } + [.identity, .base]
    for a in points {
      #expect(hex((a + EdwardsPoint.identity.addend).extended) == hex(a))
      #expect(hex((a + -a.addend).extended) == Self.identityBytes)
      #expect(hex((a + a.addend).extended) == hex(a.projective.doubled().extended))
      for b in points {
        let sum = (a + b.addend).extended
        #expect(hex(sum) == hex((b + a.addend).extended))
        #expect(hex((sum + -b.addend).extended) == hex(a))
        for c in points.prefix(2) {
          #expect(
            hex((sum + c.addend).extended)
              == hex((a + (b + c.addend).extended.addend).extended))
        }
      }
    }
  }

  @Test func `adding an affine point equals adding the same point in extended form`() {
    let points = (0..<4).map { multiple($0) } + [.identity]
    for (point, addend) in zip(points, EdwardsPoint.AffineAddend.all(of: points)) {
      let start = multiple(9)
      #expect(hex((start + addend).extended) == hex((start + point.addend).extended))
      #expect(hex((start + -addend).extended) == hex((start + -point.addend).extended))
    }
  }

  @Test func `the base point times the order is the neutral element`() throws {
    let order = Scalar25519(
      Bytes.hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010").span)
    let zero = Scalar25519(words: [0, 0, 0, 0])
    let product = EdwardsPoint.variableTimeBase(times: order, minus: zero, times: .base)
    #expect(hex(product) == Self.identityBytes)
    #expect(hex(EdwardsPoint(baseTimes: order)) == Self.identityBytes)
  }

  @Test func `secret and public scalar multiplications give the same curve point`() {
    let zero = Scalar25519(words: [0, 0, 0, 0])
    let scalars =
      ["00", "01", "08", "09", String(repeating: "ff", count: 31) + "0f"].map { scalar($0) }
      + (0..<4).map { Scalar25519(reducing: Bytes.mixed(64, $0).span) }
    for scalar in scalars {
      let secret = hex(EdwardsPoint(baseTimes: scalar))
      #expect(
        hex(EdwardsPoint.variableTimeBase(times: scalar, minus: zero, times: .base)) == secret)
      // 0·B - s·(-B) = s·B.
      let opposite = (EdwardsPoint.identity + -EdwardsPoint.base.addend).extended
      #expect(
        hex(EdwardsPoint.variableTimeBase(times: zero, minus: scalar, times: opposite)) == secret)
      #expect(
        hex(EdwardsPoint.variableTimeBase(times: scalar, minus: scalar, times: .base))
          == Self.identityBytes)
    }
  }

  @Test func `a decoded Ed25519 point is encoded to the same bytes`() throws {
    for number in 0..<8 {
      let text = hex(multiple(number))
      #expect(hex(try EdwardsPoint(variableTimeFrom: Bytes.hex(text).span)) == text)
    }
  }

  @Test(arguments: [
    // y = p, p + 1, 2^255 - 1, and the first two with the sign.
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    // x = 0 with the sign: y = 1 and y = -1.
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  ])
  func `a non-canonical encoding of an Ed25519 point is rejected`(text: String) {
    #expect(throws: CryptoError.nonCanonicalPoint) {
      try EdwardsPoint(variableTimeFrom: Bytes.hex(text).span)
    }
  }

  @Test func `about half of all 32-byte encodings are not points of the Ed25519 curve`() {
    var refused = 0
    for number in 0..<64 {
      var bytes = Bytes.mixed(32, number)
      bytes[31] &= 0x7f
      do throws(CryptoError) {
        _ = try EdwardsPoint(variableTimeFrom: bytes.span)
      } catch {
        #expect(error == .pointNotOnCurve)
        refused += 1
      }
    }
    #expect((16...48).contains(refused))
  }

  /// Creates a scalar from bytes, the low one first, with optional zeros at the end.
  private func scalar(_ text: String) -> Scalar25519 {
    let bytes = Bytes.hex(text)
    let all = bytes + [UInt8](repeating: 0, count: 32 - bytes.count)
    return Scalar25519(all.span)
  }

  private func multiple(_ number: Int) -> EdwardsPoint {
    EdwardsPoint(baseTimes: Scalar25519(reducing: Bytes.mixed(64, number).span))
  }

  private func hex(_ point: EdwardsPoint) -> String { hex(point.projective) }

  private func hex(_ point: EdwardsPoint.Projective) -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    var span = bytes.mutableSpan
    point.write(to: &span)
    return Hex.encode(bytes)
  }
}
