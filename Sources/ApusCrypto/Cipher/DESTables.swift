/// The constants of DES in FIPS 46-3, and the DES steps that use the constants.
enum DESTables {
  /// A permutation of DES, which selects input bits in the order of the output bits.
  ///
  /// The highest bit of the input is bit 1.
  struct Permutation {
    /// The number of input bits of the permutation.
    let width: UInt64
    let places: [UInt64]

    /// Returns the selected bits of the input. The last selected bit is the lowest bit of the
    /// result.
    func moved(_ bits: UInt64) -> UInt64 {
      places.reduce(0) { moved, place in moved &<< 1 | bits &>> (width &- place) & 1 }
    }
  }

  /// The initial permutation IP of DES.
  static let initial = Permutation(
    width: 64,
    places: [
      58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4,
      62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8,
      57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3,
      61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7,
    ])

  /// The final permutation of DES, which is the inverse of IP.
  static let final = Permutation(
    width: 64,
    places: [
      40, 8, 48, 16, 56, 24, 64, 32, 39, 7, 47, 15, 55, 23, 63, 31,
      38, 6, 46, 14, 54, 22, 62, 30, 37, 5, 45, 13, 53, 21, 61, 29,
      36, 4, 44, 12, 52, 20, 60, 28, 35, 3, 43, 11, 51, 19, 59, 27,
      34, 2, 42, 10, 50, 18, 58, 26, 33, 1, 41, 9, 49, 17, 57, 25,
    ])

  /// The key permutation PC-1 of DES, which selects two halves of 28 bits without the parity bit of
  /// each byte.
  static let keyChoice = Permutation(
    width: 64,
    places: [
      57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18,
      10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
      63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22,
      14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
    ])

  /// The key permutation PC-2 of DES, which selects the bits of a round key.
  static let roundKeyChoice = Permutation(
    width: 56,
    places: [
      14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10,
      23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
      41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48,
      44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
    ])

  /// The number of places that the halves of the DES key are rotated before each round.
  static let keyRotations: [UInt64] = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]

  /// Returns two halves of 28 bits, each rotated to the left.
  static func rotated(_ halves: UInt64, by count: UInt64) -> UInt64 {
    let mask: UInt64 = (1 << 28) - 1
    let (high, low) = (halves &>> 28 & mask, halves & mask)
    let turnedHigh = (high &<< count | high &>> (28 &- count)) & mask
    let turnedLow = (low &<< count | low &>> (28 &- count)) & mask
    return turnedHigh &<< 28 | turnedLow
  }

  /// Returns the DES round function f(R, K).
  ///
  /// The function divides the bits of R into eight overlapping groups of six bits. Each group is
  /// combined with six bits of the key and substituted by a separate S-box. The permutation P moves
  /// the output bits of the S-boxes.
  static func mixed(_ half: UInt32, _ key: UInt64) -> UInt32 {
    // The bit before the first bit is the last bit, and the bit after the last bit is the first
    // bit.
    let wide = UInt64(half & 1) &<< 33 | UInt64(half) &<< 1 | UInt64(half &>> 31)
    var mixed: UInt32 = 0
    for box in 0..<8 {
      let group = wide &>> UInt64(28 &- 4 &* box) ^ key &>> UInt64(42 &- 6 &* box)
      let number = group & 0x3f
      for bit in 0..<4 {
        let place = 4 &* box &+ bit
        mixed |= UInt32(truncatingIfNeeded: truths[place] &>> number & 1) &<< targets[place]
      }
    }
    return mixed
  }

  /// The truth table of each S-box output bit, with the value for each of the 64 inputs.
  private static let truths: [UInt64] = boxes.flatMap { box in
    (0..<4).map { bit in
      (0..<64).reduce(UInt64(0)) { truths, input in
        // The two outer bits of an S-box input select the row of the table, and the four inner bits
        // select the column.
        let row = input >> 4 & 2 | input & 1
        let output = box[16 * row + input >> 1 & 0xf]
        return truths | (output >> UInt64(3 - bit) & 1) << UInt64(input)
      }
    }
  }

  /// The position of each S-box output bit after the permutation P, counted from the lowest bit.
  private static let targets: [UInt32] = (1...32).map { place in
    UInt32(31 - (permutation.firstIndex(of: place) ?? 0))
  }

  /// The permutation P of DES.
  private static let permutation = [
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10,
    2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25,
  ]

  /// The DES S-boxes S1 to S8, each with four rows.
  private static let boxes: [[UInt64]] = [
    [
      14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7,
      0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5, 3, 8,
      4, 1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0,
      15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14, 10, 0, 6, 13,
    ],
    [
      15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10,
      3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9, 11, 5,
      0, 14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15,
      13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12, 0, 5, 14, 9,
    ],
    [
      10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8,
      13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11, 15, 1,
      13, 6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7,
      1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3, 11, 5, 2, 12,
    ],
    [
      7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15,
      13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10, 14, 9,
      10, 6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4,
      3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11, 12, 7, 2, 14,
    ],
    [
      2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9,
      14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9, 8, 6,
      4, 2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14,
      11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9, 10, 4, 5, 3,
    ],
    [
      12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11,
      10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11, 3, 8,
      9, 14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6,
      4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7, 6, 0, 8, 13,
    ],
    [
      4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1,
      13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15, 8, 6,
      1, 4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2,
      6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15, 14, 2, 3, 12,
    ],
    [
      13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7,
      1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14, 9, 2,
      7, 11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8,
      2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0, 3, 5, 6, 11,
    ],
  ]
}
