import Testing

@testable import ApusBenchmarks

struct PowerLawTests {
  @Test(arguments: [0.0, 1.0, 2.0])
  func `the power-law fit finds the exact exponent without an error`(exponent: Double) {
    let law = PowerLaw(
      [1, 4, 16, 64].map { size in
        (size, 3 * (exponent == 0 ? 1 : exponent == 1 ? size : size * size))
      })
    #expect(abs(law.exponent - exponent) < 1e-9 && law.error < 1e-9)
  }

  @Test func `a point off the power law increases the error of the fit`() {
    #expect(PowerLaw([(1, 1), (2, 2), (4, 8)]).error > 0.1)
  }
}
