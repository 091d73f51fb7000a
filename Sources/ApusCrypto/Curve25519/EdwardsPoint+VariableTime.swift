extension EdwardsPoint {
  /// Computes s·B - k·A for public scalars, in variable time.
  ///
  /// The verification of an Ed25519 signature needs the point. The digits of the two scalars are
  /// odd or zero, and share one sequence of doublings.
  static func variableTimeBase(
    times s: Scalar25519, minus k: Scalar25519, times point: EdwardsPoint
  ) -> Projective {
    let baseDigits = s.variableTimeDigits(width: 8)
    let pointDigits = k.variableTimeDigits(width: 5)
    let multiples = point.oddMultiples()
    var place = 255
    while place > 0, baseDigits[place] == 0, pointDigits[place] == 0 { place -= 1 }
    var result = EdwardsPoint.identity.projective
    while place >= 0 {
      var sum = result.doubled()
      let (digit, baseDigit) = (Int(pointDigits[place]), Int(baseDigits[place]))
      if digit != 0 {
        let multiple = multiples[abs(digit) / 2]
        sum = sum.extended + (digit > 0 ? -multiple : multiple)
      }
      if baseDigit != 0 {
        let multiple = oddBaseMultiples[abs(baseDigit) / 2]
        sum = sum.extended + (baseDigit > 0 ? multiple : -multiple)
      }
      result = sum.projective
      place -= 1
    }
    return result
  }

  /// Returns the point multiplied by 1, 3, 5, … 15.
  private func oddMultiples() -> [Addend] {
    let twice = projective.doubled().extended.addend
    var multiple = self
    var multiples = [addend]
    for _ in 1..<8 {
      multiple = (multiple + twice).extended
      multiples.append(multiple.addend)
    }
    return multiples
  }

  /// The base point multiplied by 1, 3, 5, … 127.
  private static let oddBaseMultiples: [AffineAddend] = {
    let twice = base.projective.doubled().extended.addend
    var multiples = [base]
    for index in 0..<63 { multiples.append((multiples[index] + twice).extended) }
    return AffineAddend.all(of: multiples)
  }()
}
