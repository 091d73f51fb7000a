import Testing

@testable import ApusCrypto

/// The transform against plain multiplication, and the encodings at their edges.
///
/// FIPS 203 section 4.
@Suite struct PolynomialTests {
  private let q = 3329

  @Test(arguments: 0..<8)
  func `transforming a polynomial forward and back multiplies it by 2^16`(number: Int) {
    let values = values(number)
    var polynomial = polynomial(values)
    polynomial.transform()
    expectReduced(polynomial)
    polynomial.transformBack()
    expectReduced(polynomial)
    for index in 0..<256 {
      #expect(residue(polynomial[coefficient: index]) == residue(values[index] << 16))
    }
  }

  @Test(arguments: [(0, 1), (2, 3), (4, 5), (6, 7), (3, 3), (0, 0)])
  func `the product of transforms is the polynomial product modulo X^256 + 1`(left: Int, right: Int)
  {
    let (a, b) = (values(left), values(right))
    var expected = [Int](repeating: 0, count: 256)
    for i in 0..<256 {
      for j in 0..<256 {
        let product = a[i] * b[j]
        expected[(i + j) % 256] += i + j < 256 ? product : -product
      }
    }
    var x = polynomial(a)
    var y = polynomial(b)
    var sum = Polynomial()
    x.transform()
    y.transform()
    // Three times, as a row of the matrix does.
    for _ in 0..<3 { sum.addProduct(x, y) }
    sum.reduce()
    sum.transformBack()
    for index in 0..<256 {
      #expect(residue(sum[coefficient: index]) == residue(3 * expected[index]))
    }
  }

  @Test func `restoring the scale of a polynomial multiplies each coefficient by 2^16`() {
    var x = polynomial(values(4))
    var y = polynomial(values(5))
    var product = Polynomial()
    x.transform()
    y.transform()
    product.addProduct(x, y)
    let before = (0..<256).map { Int(product[coefficient: $0]) }
    product.restoreScale()
    expectReduced(product)
    for index in 0..<256 {
      #expect(residue(product[coefficient: index]) == residue(before[index] << 16))
    }
  }

  @Test(arguments: [1, 4, 10])
  func `the compression of every number is rounded as FIPS 203 requires`(bitCount: Int) {
    for x in 0..<q {
      // 2^d·x/q, rounded to the nearest; no half occurs, as q is odd.
      let expected = (x << bitCount + q / 2) / q % (1 << bitCount)
      #expect(Polynomial.compress(Int16(x), bitCount) == UInt32(expected))
    }
  }

  @Test(arguments: [1, 4, 10])
  func `compressing a decompressed coefficient gives the same compressed value`(bitCount: Int) {
    let bytes = Bytes.mixed(32 * bitCount, bitCount)
    var polynomial = Polynomial(compressed: bytes.span, bitCount: bitCount)
    var written = [UInt8](repeating: 0, count: bytes.count)
    var span = written.mutableSpan
    polynomial.reduce()
    polynomial.write(compressedTo: bitCount, to: &span, at: 0)
    #expect(written == bytes)
  }

  @Test func `twelve-bit coefficients are read low byte first and written below q`() {
    var bytes = [UInt8](repeating: 0, count: 384)
    bytes.replaceSubrange(0..<6, with: [0x01, 0x0d, 0xd0, 0xff, 0xff, 0xff])
    var polynomial = Polynomial(unreduced: bytes.span)
    #expect(polynomial[coefficient: 0] == 3329)
    #expect(polynomial[coefficient: 1] == 0xd00)
    #expect(polynomial[coefficient: 2] == 4095)
    #expect(polynomial.firstUnreduced == 0)
    polynomial.reduce()
    var written = [UInt8](repeating: 0xee, count: 384)
    var span = written.mutableSpan
    polynomial.write(to: &span, at: 0)
    // 0, 3328, 766, 766.
    #expect(Array(written.prefix(6)) == [0x00, 0x00, 0xd0, 0xfe, 0xe2, 0x2f])
    #expect(written.dropFirst(6).allSatisfy { $0 == 0 })
    #expect(Polynomial(unreduced: written.span).firstUnreduced == nil)
  }

  @Test func `noise coefficients are from -2 to 2 with the right distribution`() {
    var counts = [Int](repeating: 0, count: 5)
    let seed = Bytes.mixed(32, 1)
    for counter in 0..<16 {
      let noise = Polynomial(noiseSeed: seed.span, counter: UInt8(counter))
      for index in 0..<256 { counts[Int(noise[coefficient: index]) + 2] += 1 }
    }
    // Of 4096: 256, 1024, 1536, 1024, 256; five standard deviations off is too far.
    for (count, (expected, distance)) in zip(
      counts, [(256, 80), (1024, 140), (1536, 160), (1024, 140), (256, 80)])
    {
      #expect(abs(count - expected) < distance)
    }
  }

  @Test func `uniform polynomials are below q and differ between matrix positions`() {
    let seed = Bytes.mixed(32, 2)
    let first = Polynomial(variableTimeSeed: seed.span, column: 0, row: 1)
    let second = Polynomial(variableTimeSeed: seed.span, column: 1, row: 0)
    #expect(first.firstUnreduced == nil)
    #expect((0..<256).allSatisfy { first[coefficient: $0] >= 0 })
    #expect((0..<256).contains { first[coefficient: $0] != second[coefficient: $0] })
  }

  /// Coefficients at most q from zero: all at an edge for the first four numbers.
  private func values(_ number: Int) -> [Int] {
    let bytes = Bytes.mixed(512, number)
    return (0..<256).map { index in
      switch number {
      case 0: q
      case 1: -q
      case 2: index % 2 == 0 ? q : -q
      case 3: 1664
      default: (Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1])) % (2 * q + 1) - q
      }
    }
  }

  private func polynomial(_ values: [Int]) -> Polynomial {
    var polynomial = Polynomial()
    for index in 0..<256 { polynomial[coefficient: index] = Int16(values[index]) }
    return polynomial
  }

  private func expectReduced(_ polynomial: borrowing Polynomial) {
    let most = (0..<256).map { abs(Int(polynomial[coefficient: $0])) }.max()
    #expect(most ?? 0 <= 1664)
  }

  private func residue(_ value: some BinaryInteger) -> Int { ((Int(value) % q) + q) % q }
}
