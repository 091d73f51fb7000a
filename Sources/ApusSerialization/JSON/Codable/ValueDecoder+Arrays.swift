internal import ApusBytes

/// Arrays of the types that arrays are mostly made of, which are read without a decoder for them.
///
/// They are read so only where nothing is unusual in them: anything else, an error among it, is
/// left to the way that all arrays can go.
extension ValueDecoder {
  /// Whether a type is an array of one of those, and there is an array.
  @inline(__always)
  func isPlainArray(_ type: Any.Type, at place: Int) -> Bool {
    reading.document.firstByte(at: place) == 0x5b && reading.conversions.isEmpty
      && (type == [String].self || type == [Int].self || type == [Double].self)
  }

  /// The array at a place; nil if something in it is unusual.
  func plainArray<Value: Decodable>(_ type: Value.Type, at place: Int) -> Value? {
    if type == [String].self { return reading.document.plainTexts(at: place) as? Value }
    if type == [Int].self { return reading.document.plainIntegers(at: place) as? Value }
    return reading.document.plainDoubles(at: place) as? Value
  }
}

extension JSONDocument {
  /// The elements of an array if all are texts.
  @inline(never)
  fileprivate func plainTexts(at array: Int) -> [String]? {
    var texts: [String] = []
    texts.reserveCapacity(count(of: array))
    let end = end(of: array)
    var place = array &+ 1
    while place < end {
      guard firstByte(at: place) == 0x22 else { return nil }
      texts.append(knownText(at: place))
      place &+= 1
    }
    return texts
  }

  /// The elements of an array if all are integers of few digits.
  @inline(never)
  fileprivate func plainIntegers(at array: Int) -> [Int]? {
    var integers: [Int] = []
    integers.reserveCapacity(count(of: array))
    let end = end(of: array)
    var place = array &+ 1
    while place < end {
      guard let integer = smallInteger(at: place) else { return nil }
      integers.append(Int(truncatingIfNeeded: integer))
      place &+= 1
    }
    return integers
  }

  /// The elements of an array if all are numbers of few digits.
  @inline(never)
  fileprivate func plainDoubles(at array: Int) -> [Double]? {
    var doubles: [Double] = []
    doubles.reserveCapacity(count(of: array))
    let end = end(of: array)
    var place = array &+ 1
    while place < end {
      guard let double = nearestDouble(at: place) else { return nil }
      doubles.append(double)
      place &+= 1
    }
    return doubles
  }
}
