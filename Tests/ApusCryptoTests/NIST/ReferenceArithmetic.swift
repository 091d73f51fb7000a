/// Long numbers with schoolbook arithmetic: bytes, the highest first, and bit after bit.
///
/// It is slow, and independent of the code under test.
enum ReferenceArithmetic {
  static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  /// The sum of two numbers of the same length below a third, modulo the third.
  static func sum(_ left: [UInt8], _ right: [UInt8], modulo modulus: [UInt8]) -> [UInt8] {
    var sum = [UInt8](repeating: 0, count: modulus.count + 1)
    var carry = 0
    for index in modulus.indices.reversed() {
      let total = Int(left[index]) + Int(right[index]) + carry
      sum[index + 1] = UInt8(total & 0xff)
      carry = total >> 8
    }
    sum[0] = UInt8(carry)
    let padded = [0] + modulus
    return Array((isLess(sum, padded) ? sum : difference(sum, padded)).dropFirst())
  }

  /// The difference of a number and one that is not above it.
  static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var difference = left
    var borrow = 0
    for index in left.indices.reversed() {
      let total = Int(left[index]) - Int(right[index]) - borrow
      difference[index] = UInt8(total & 0xff)
      borrow = total < 0 ? 1 : 0
    }
    return difference
  }

  /// The product of two numbers of the same length below a third, modulo the third.
  static func product(_ left: [UInt8], _ right: [UInt8], modulo modulus: [UInt8]) -> [UInt8] {
    var product = [UInt8](repeating: 0, count: modulus.count)
    for byte in left {
      for place in (0..<8).reversed() {
        product = sum(product, product, modulo: modulus)
        if byte >> UInt8(place) & 1 == 1 { product = sum(product, right, modulo: modulus) }
      }
    }
    return product
  }
}
