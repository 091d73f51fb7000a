/// The decoding of arrays, which does not use a container for the elements.
///
/// Arrays of the most frequent element types are also decoded without a decoder if all elements are
/// usual. Arrays with unusual elements, including faulty elements, use the general algorithm.
extension ValueDecoder {
  /// Returns whether the value is an array of a type that cannot have a custom conversion.
  @inline(__always)
  func mayReadElements(at place: Int) -> Bool {
    reading.document.firstByte(at: place) == 0x5b && reading.conversions.isEmpty
  }

  /// Decodes the elements of an array.
  ///
  /// The function is separate, because a generic type that may be absent requires a lookup at run
  /// time.
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

  /// Returns the array at an entry if its element type is one of the most frequent types. The
  /// result is `nil` if the array has an unusual element.
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

/// An array type whose elements can be decoded one by one.
private protocol ElementwiseDecodable {
  init(elementsOf decoder: ValueDecoder) throws
}

extension Array: ElementwiseDecodable where Element: Decodable {
  /// Decodes each element of an array with the decoder of the array.
  init(elementsOf decoder: ValueDecoder) throws {
    self.init()
    // The reserved capacity is small, because the peer chooses the number of elements and the type
    // determines the size of each element.
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
  /// Returns the elements of an array if all elements are strings; otherwise `nil`.
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

  /// Returns the elements of an array if all elements are integers with few digits; otherwise
  /// `nil`.
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

  /// Returns the elements of an array if all elements are numbers with few digits; otherwise `nil`.
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
