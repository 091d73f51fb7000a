import ApusBytes
import Testing

@testable import ApusCrypto

/// The laws of a field, at the bounds of limbs and for some numbers between.
@Suite struct Field25519Tests {
  /// Zero, one, the numbers around p, numbers with few and with many bits, and loose limbs.
  private static let values: [Field25519] = {
    let most: UInt64 = 1 << 54 - 1
    let edges = [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "0200000000000000000000000000000000000000000000000000000000000000",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "ebffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "0000000000000000000000000000000000000000000000000000000000000040",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2a",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ].map { Field25519(Bytes.hex($0).span) }
    let mixed = (0..<8).map { Field25519(SHA256.digest(of: [$0]).span) }
    return edges + mixed + [
      Field25519(most, most, most, most, most), Field25519(most, 0, 0, 0, 0),
      Field25519(0, 0, 0, 0, most),
    ]
  }()

  @Test func `addition and multiplication of field elements obey the laws of arithmetic`() {
    for a in Self.values {
      for b in Self.values {
        #expect(bytes(a * b) == bytes(b * a))
        #expect(bytes(a.times(1) + b.times(1)) == bytes(b.times(1) + a.times(1)))
        #expect(bytes((a.times(1) - b.times(1)) + b.times(1)) == bytes(a))
        for c in Self.values.prefix(6) {
          #expect(bytes((a * b) * c) == bytes(a * (b * c)))
          #expect(bytes((a.times(1) + b.times(1)) * c) == bytes(a * c + b * c))
        }
      }
    }
  }

  @Test func `squares, small products and negations equal the general field operations`() {
    for a in Self.values {
      #expect(bytes(a.squared()) == bytes(a * a))
      #expect(bytes(a.squared(times: 3)) == bytes(a * a * a * a * a * a * a * a))
      #expect(bytes(a.times(121_665)) == bytes(a * Field25519(121_665, 0, 0, 0, 0)))
      #expect((a.times(1) + -a.times(1)).isZero.declassified)
    }
  }

  @Test func `every field element except zero has an inverse`() {
    for a in Self.values {
      let product = a * a.inverted()
      #expect(bytes(product) == bytes(a.isZero.declassified ? .zero : .one))
    }
  }

  @Test func `the root exponent gives the square root of each square in the field`() {
    for a in Self.values {
      // (a²)^((p + 3) / 8) squared is a² or -a².
      let square = a.squared()
      let root = square * square.raisedToRootExponent()
      let check = root.squared()
      #expect(bytes(check) == bytes(square) || bytes(check) == bytes((-square).times(1)))
    }
    #expect(bytes(Field25519.rootOfMinusOne.squared()) == bytes(-.one))
  }

  @Test func `the constants of the Ed25519 curve satisfy their definitions`() {
    let (numerator, denominator) = (
      Field25519(121_665, 0, 0, 0, 0), Field25519(121_666, 0, 0, 0, 0)
    )
    #expect(bytes(Field25519.d * denominator) == bytes(-numerator))
    #expect(bytes(Field25519.twiceD) == bytes(Field25519.d + Field25519.d))
  }

  @Test(arguments: [
    // p - 1, p, p + 1, 2^255 - 1, and one with the top bit.
    (
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
    ),
    (
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "0000000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "0100000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "1200000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      "0500000000000000000000000000000000000000000000000000000000000080",
      "0500000000000000000000000000000000000000000000000000000000000000"
    ),
  ])
  func `a field element of 255 bits is reduced modulo p and written below p`(
    read: String, written: String
  ) {
    #expect(Hex.encode(bytes(Field25519(Bytes.hex(read).span))) == written)
  }

  @Test func `a mask selects one of two field elements, or exchanges the two elements`() {
    let (yes, no) = (Mask(isZero: 0), Mask(isZero: 1))
    let (a, b) = (Self.values[8], Self.values[9])
    #expect(bytes(Field25519.select(yes, a, b)) == bytes(a))
    #expect(bytes(Field25519.select(no, a, b)) == bytes(b))
    var (x, y) = (a, b)
    Field25519.exchange(&x, &y, if: no)
    #expect(bytes(x) == bytes(a) && bytes(y) == bytes(b))
    Field25519.exchange(&x, &y, if: yes)
    #expect(bytes(x) == bytes(b) && bytes(y) == bytes(a))
  }

  @Test func `the parity of a field element is the lowest bit of its canonical number`() {
    #expect(!Field25519.zero.isOdd.declassified)
    #expect(Field25519.one.isOdd.declassified)
    // -1 is p - 1, which is even.
    #expect(!(-Field25519.one).isOdd.declassified)
  }

  private func bytes(_ value: Field25519) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    var span = bytes.mutableSpan
    value.write(to: &span)
    return bytes
  }
}
