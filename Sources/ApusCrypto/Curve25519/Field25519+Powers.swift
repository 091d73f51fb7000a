internal import ApusBytes

extension Field25519 {
  /// The inverse, as the power p - 2; of zero, zero.
  func inverted() -> Field25519 {
    let (power250, power11) = powers()
    // p - 2 = 2^255 - 21 = (2^250 - 1) · 2^5 + 11.
    return power250.squared(times: 5) * power11
  }

  /// The power (p - 5) / 8, from which square roots are made.
  func raisedToRootExponent() -> Field25519 {
    // (p - 5) / 8 = 2^252 - 3 = (2^250 - 1) · 2^2 + 1.
    powers().power250.squared(times: 2) * self
  }

  /// The powers 2^250 - 1 and 11, by the usual chain of 2^n - 1.
  private func powers() -> (power250: Field25519, power11: Field25519) {
    let power2 = squared()
    let power9 = power2.squared(times: 2) * self
    let power11 = power9 * power2
    let ones5 = power11.squared() * power9
    let ones10 = ones5.squared(times: 5) * ones5
    let ones20 = ones10.squared(times: 10) * ones10
    let ones40 = ones20.squared(times: 20) * ones20
    let ones50 = ones40.squared(times: 10) * ones10
    let ones100 = ones50.squared(times: 50) * ones50
    let ones200 = ones100.squared(times: 100) * ones100
    return (ones200.squared(times: 50) * ones50, power11)
  }
}
