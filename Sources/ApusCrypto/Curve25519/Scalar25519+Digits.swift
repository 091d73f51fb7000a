extension Scalar25519 {
  /// A scalar's 64 digits to the base 16, each from -8 to 7 and the last from 0 to 8.
  ///
  /// Adding eight at every place but the last does all the carrying at once; what then stands at a
  /// place is its digit plus eight. The scalar must be below 2^255, so that the sum is below 2^256.
  struct SignedDigits {
    private var words = Words(repeating: 0)

    init(_ scalar: Scalar25519) {
      var carry: UInt64 = 0
      for index in 0..<4 {
        let eights: UInt64 = index == 3 ? 0x0888_8888_8888_8888 : 0x8888_8888_8888_8888
        words[index] = Scalar25519.add(scalar.words[index], eights, &carry)
      }
    }

    /// The digit at a place, as a number of two's complement.
    subscript(place: Int) -> UInt64 {
      let nibble = words[place / 16] &>> UInt64(4 &* (place % 16)) & 15
      return place == 63 ? nibble : nibble &- 8
    }
  }

  /// A public scalar's digits to the base 2, at least `width - 1` zeros between any two that are
  /// not zero, and those odd and less than 2^(width - 1) from zero.
  ///
  /// The scalar must be below 2^253, so that the last carry has a place to go to.
  func variableTimeDigits(width: Int) -> [Int8] {
    var digits = [Int8](repeating: 0, count: 256)
    var carry: UInt64 = 0
    var place = 0
    while place < 256 {
      let window = bits(at: place, count: width) &+ carry
      guard window & 1 == 1 else {
        place &+= 1
        continue
      }
      carry = window &>> UInt64(width &- 1)
      digits[place] = Int8(truncatingIfNeeded: Int(window) &- Int(carry &<< UInt64(width)))
      place &+= width
    }
    return digits
  }

  /// Some bits of the scalar, fewer than 64, from a place on; above the last there are zeros.
  private func bits(at place: Int, count: Int) -> UInt64 {
    let (word, shift) = (place / 64, UInt64(place % 64))
    var bits = words[word] &>> shift
    if shift > 0, word < 3 { bits |= words[word &+ 1] &<< (64 &- shift) }
    return bits & (1 &<< UInt64(count) &- 1)
  }
}
