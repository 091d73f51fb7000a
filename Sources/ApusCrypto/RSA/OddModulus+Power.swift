internal import ApusBytes

extension OddModulus {
  /// Returns the power of a number below the modulus, in variable time. The public exponent is odd
  /// and at least 3.
  ///
  /// The method processes the exponent from the highest bit to the lowest bit. The last
  /// multiplication is by the number itself instead of its Montgomery form, which converts the
  /// result back at no cost.
  func powerVariableTime(_ base: borrowing Natural, _ exponent: UInt64) -> Natural {
    precondition(exponent >= 3 && exponent & 1 == 1, "the exponent is even or below 3")
    let form = form(of: base)
    var power = form.copy()
    var room = makeRoom()
    let bitCount = UInt64.bitWidth - exponent.leadingZeroBitCount
    for place in (0..<bitCount - 1).reversed() {
      square(&power, &room)
      guard exponent >> UInt64(place) & 1 == 1 else { continue }
      if place > 0 {
        multiply(&power, by: form, &room)
      } else {
        multiply(&power, by: base, &room)
      }
    }
    reduce(&power)
    return power
  }

  /// Returns the Montgomery form of the product of two powers, from the Montgomery forms of their
  /// bases.
  ///
  /// The exponents are secret except for their number of limbs. Both powers share one sequence of
  /// squarings, with five bits of each exponent at a time. The method reads every power of a base
  /// each time, and masks select the right power.
  func product(
    _ first: borrowing Natural, power firstExponent: borrowing Natural,
    _ second: borrowing Natural, power secondExponent: borrowing Natural
  ) -> Natural {
    let one = form(of: Natural(1, limbCount: limbCount))
    let firstPowers = powers(of: first, one)
    let secondPowers = powers(of: second, one)
    var result = one.copy()
    var room = makeRoom()
    var factor = Natural(limbCount: limbCount)
    let bitCount = 64 * max(firstExponent.limbCount, secondExponent.limbCount)
    for window in (0..<(bitCount + 4) / 5).reversed() {
      for _ in 0..<5 { square(&result, &room) }
      Self.lookUp(firstExponent.bits(from: 5 * window), in: firstPowers, &factor)
      multiply(&result, by: factor, &room)
      Self.lookUp(secondExponent.bits(from: 5 * window), in: secondPowers, &factor)
      multiply(&result, by: factor, &room)
    }
    return result
  }

  /// Returns the Montgomery forms of the powers 0 to 31 of a base, in ascending order.
  private func powers(of base: borrowing Natural, _ one: borrowing Natural) -> Natural {
    var powers = Natural(limbCount: 32 * limbCount)
    var power = one.copy()
    var room = makeRoom()
    for index in 0..<32 {
      powers.withMutableLimbs { powers in
        power.withLimbs { power in
          for limb in power.indices { powers[index * power.count + limb] = power[limb] }
        }
      }
      multiply(&power, by: base, &room)
    }
    return powers
  }

  private static func lookUp(
    _ index: UInt64, in powers: borrowing Natural, _ found: inout Natural
  ) {
    powers.withLimbs { powers in
      found.withMutableLimbs { found in
        let count = found.count
        for limb in 0..<count { found[limb] = 0 }
        for entry in 0..<32 {
          let isMeant = Mask(UInt64(entry), equals: index)
          // A separate span allows the compiler to use vector instructions.
          let power = powers.extracting(entry &* count..<(entry &+ 1) &* count)
          precondition(power.count == count, "the powers have different lengths")
          for limb in 0..<count { found[limb] |= power[limb] & isMeant.bits }
        }
      }
    }
  }
}

extension Natural {
  /// Returns the five bits of the exponent from a bit position.
  fileprivate func bits(from place: Int) -> UInt64 {
    withLimbs { limbs in
      let (limb, shift) = (place >> 6, UInt64(place & 63))
      let low = limb < limbs.count ? limbs[limb] >> shift : 0
      let high = limb + 1 < limbs.count && shift > 59 ? limbs[limb + 1] << (64 - shift) : 0
      return (low | high) & 31
    }
  }
}
