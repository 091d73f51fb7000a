/// Arrays, which are read without a container for their elements.
///
/// Arrays of the most frequent types are read without a decoder as well, as long as they have no
/// unusual element: all others, including errors, use the general way.
extension ValueDecoder {
  /// Returns whether there is an array that cannot have a conversion.
  @inline(__always)
  func mayReadElements(at place: Int) -> Bool {
    reading.document.firstByte(at: place) == 0x5b && reading.conversions.isEmpty
  }

  /// Reads the elements of an array.
  ///
  /// It is a separate call, because a generic type that may be absent must be looked up.
  @inline(never)
  func readElements<Value: Decodable>(
    _ type: Value.Type, at place: Int, ordinal: Int
  ) throws -> Value {
    if let array = plainArray(type, at: place) { return array }
    return try inside(at: place, ordinal: ordinal) { inner in
      if let array = type as? any ElementwiseDecodable.Type,
        let value = try array.init(elementsOf: inner) as? Value
      {
        return value
      }
      return try inner.read(type)
    }
  }

  /// The array at a place if it is of one of the most frequent types; nil if it has an unusual
  /// element.
  @specialized(where Value == [String])
  @specialized(where Value == [Int])
  @specialized(where Value == [Double])
  func plainArray<Value: Decodable>(_ type: Value.Type, at place: Int) -> Value? {
    if type == [String].self { return reading.document.plainTexts(at: place) as? Value }
    if type == [Int].self { return reading.document.plainIntegers(at: place) as? Value }
    if type == [Double].self { return reading.document.plainDoubles(at: place) as? Value }
    return nil
  }
}

/// An array of any type.
private protocol ElementwiseDecodable {
  init(elementsOf decoder: ValueDecoder) throws
}

extension Array: ElementwiseDecodable where Element: Decodable {
  /// Reads each element; the decoder is that of an array.
  init(elementsOf decoder: ValueDecoder) throws {
    self.init()
    // A few at once: the number is chosen by the peer, and the size of each by its type.
    reserveCapacity(Swift.min(decoder.elementCount, 64))
    let end = decoder.reading.document.end(of: decoder.place)
    var place = decoder.place &+ 1
    var ordinal = 0
    while place < end {
      append(try decoder.read(Element.self, at: place, ordinal: ordinal))
      place = decoder.reading.document.place(behind: place)
      ordinal &+= 1
    }
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
